import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';

const ORDER = 'AbCdEfGhIjKlMnOpQrStUv';

const letter = () => new URL(screen.getByRole('link', { name: 'Write an e-mail' }).getAttribute('href') ?? '');

test('adds the order from the URL to the e-mail and links to it', async () => {
  await renderPage(`/support?order=${ORDER}`);
  const field = await screen.findByLabelText('Order number');
  expect(field).toHaveProperty('value', ORDER);
  expect(letter().protocol + letter().pathname).toBe('mailto:support@causeway.example');
  expect(letter().searchParams.get('subject')).toBe(`Order ${ORDER}`);
  expect(letter().searchParams.get('body')).toContain(`Order: ${ORDER}`);
  expect(screen.getByRole('link', { name: 'Open the order' }).getAttribute('href')).toBe(`/order/${ORDER}`);
});

test('marks an invalid order number on blur and leaves it out of the e-mail', async () => {
  await renderPage('/support');
  const field = await screen.findByLabelText('Order number');
  await userEvent.type(field, 'abc');
  expect(screen.queryByText(/has 22 letters/)).toBeNull();
  await userEvent.tab();
  expect(screen.getByText(/has 22 letters/)).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(letter().searchParams.get('subject')).toBe('Question');
  expect(letter().href).not.toContain('abc');
});

test('copies exactly the allowed diagnostic lines', async () => {
  const { fake } = await renderPage(`/support?order=${ORDER}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Copy diagnostics' }));
  await screen.findByText('The diagnostics are copied.');
  const lines = (fake.copied[0] ?? '').split('\n').map((line) => line.split(': ')[0]);
  expect(lines).toEqual([
    'time',
    'site',
    'build',
    'health',
    'host',
    'sandbox',
    'language',
    'theme',
    'screen',
    'browser',
    'order',
  ]);
  expect(fake.copied[0]).toContain('health: OK');
  expect(fake.copied[0]).toContain(`order: ${ORDER}`);
});

test('shows the lines when the clipboard is denied', async () => {
  await renderPage('/support', {}, { prepare: ({ stores }) => void vi.spyOn(stores.platform, 'copy').mockResolvedValue(false) });
  await userEvent.click(await screen.findByRole('button', { name: 'Copy diagnostics' }));
  await screen.findByText(/did not allow copying/);
  const details = screen.getByText('Show the lines').closest('details');
  if (details) details.open = true;
  await waitFor(() => expect(details?.textContent).toContain('build: test'));
});

test('refers to the claim buttons of the order page by their labels', async () => {
  await renderPage('/support');
  expect(
    await screen.findByText(/for 7 more days after the time of the order is over.*choose “I sent it late” and paste/),
  ).toBeTruthy();
  expect(screen.getByText(/choose “I forgot the memo” and paste/)).toBeTruthy();
});

test('shows the page in Russian without the host', async () => {
  await renderPage('/ru/support', {}, { locale: 'ru' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Поддержка' })).toBeTruthy();
  expect(within(screen.getByRole('main')).getAllByRole('group')).toHaveLength(8);
});
