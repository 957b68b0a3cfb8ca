import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { WORKING_HOST } from '../../../../tests/support/browser/exchangeStores.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';

async function show() {
  await renderPage('/exchange-btc-usdttrc20?amount=0.05', WORKING_HOST);
  await screen.findByRole('heading', { level: 1 });
  return { user: userEvent.setup() };
}

const send = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'You send' });

test('reads pasted amounts in both number formats and rejects a sign', async () => {
  const { user } = await show();
  await user.clear(send());
  await user.paste('1 234,5');
  expect(send().value).toBe('1,234.5');
  await user.clear(send());
  await user.paste('1.234,56');
  expect(send().value).toBe('1,234.56');
  expect(screen.getByText('Read as 1,234.56.')).toBeDefined();
  await user.paste('-3');
  expect(send().value).toBe('1,234.56');
  expect(screen.getByText(/^Letters and signs/)).toBeDefined();
  await user.clear(send());
  expect(screen.queryByText(/^Letters and signs/)).toBeNull();
});

test('says why a typed exponent and a ninth decimal are missing', async () => {
  const { user } = await show();
  await user.clear(send());
  await user.type(send(), '1e3');
  expect(send().value).toBe('13');
  expect(screen.getByText(/^Letters and signs/)).toBeDefined();
  await user.clear(send());
  await user.type(send(), '0.123456789');
  expect(screen.getByText(/^At most 8 decimals/)).toBeDefined();
  await user.tab();
  expect(screen.queryByText(/^At most 8 decimals/)).toBeNull();
});

test('shows how an ambiguous comma was read, and changes to the other reading with one press', async () => {
  const { user } = await show();
  await user.clear(send());
  await user.type(send(), '12,500');
  expect(send().value).toBe('12.500');
  expect(screen.getByText('Read as 12.5.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Change to 12,500' }));
  expect(send().value).toBe('12,500');
  await user.click(screen.getByRole('button', { name: 'Change to 12.5' }));
  expect(send().value).toBe('12.500');
  await user.type(send(), '1');
  expect(screen.queryByText(/^Read as/)).toBeNull();
});
