import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { WORKING_HOST } from '../../../../tests/support/browser/exchangeStores.ts';
import { createFakeTrading } from '../../../../tests/support/browser/fakeTrading.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { deskShell } from '../deskShell.ts';

async function show() {
  const fake = createFakeTrading();
  await renderPage('/exchange-btc-usdttrc20', WORKING_HOST, { services: fake.services, shell: deskShell });
  await screen.findByRole('heading', { level: 1 });
  act(() => fake.sendCommand('preferences'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Preferences' }));
  return { ...fake, dialog, user: userEvent.setup() };
}

test('starts with the system only if the customer wants it', async () => {
  const { dialog, user, startsWithSystem } = await show();
  const box = dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Start with the system, without a window' });
  expect(box.checked).toBe(false);
  await user.click(box);
  await waitFor(() => expect(startsWithSystem()).toBe(true));
});

test('takes the pressed keys as the shortcut of all programs, refuses taken ones and removes them', async () => {
  const { dialog, user, shortcut } = await show();
  const choose = () => dialog.getByRole('button', { name: /^New exchange from any program/ });
  expect([shortcut(), dialog.queryByRole('button', { name: 'Remove' })]).toEqual([null, null]);
  await user.click(choose());
  fireEvent.keyDown(choose(), { key: 'у', code: 'KeyE', ctrlKey: true, shiftKey: true });
  await waitFor(() => expect(shortcut()).toBe('CommandOrControl+Shift+E'));
  await dialog.findByText('E', { selector: 'kbd' });
  await user.click(choose());
  fireEvent.keyDown(choose(), { key: 't', code: 'KeyT', altKey: true });
  await dialog.findByText(/Another program has these keys/);
  expect(shortcut()).toBe('CommandOrControl+Shift+E');
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(shortcut()).toBeNull());
});

test('ends the choice of keys with Escape, and the dialog stays', async () => {
  const { dialog, user, shortcut } = await show();
  await user.click(dialog.getByRole('button', { name: /^New exchange from any program/ }));
  await user.keyboard('{Escape}');
  expect(dialog.getByText('Choose keys')).toBeDefined();
  expect(shortcut()).toBeNull();
});
