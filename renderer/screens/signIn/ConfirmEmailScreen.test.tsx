import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ApiError, type ErrorCode } from '../../../contract/errors.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';

const TOKEN = 't'.repeat(22);
const BUTTON = 'Confirm my e-mail';
const press = async () => await userEvent.click(await screen.findByRole('button', { name: BUTTON }));

it('confirms the e-mail only after a press of the button', async () => {
  const { fake } = await renderPage(`/confirm-email#${TOKEN}`, { 'users.confirmEmail': () => ({ email: 'anna@example.org' }) });
  await screen.findByRole('button', { name: BUTTON });
  expect(fake.callsOf('users.confirmEmail')).toEqual([]);
  await press();
  await screen.findByRole('heading', { name: 'Your e-mail is confirmed' });
  expect(screen.getByText(/is confirmed\./).textContent).toContain('anna@example.org');
  expect(fake.callsOf('users.confirmEmail').map(({ input }) => input)).toEqual([{ token: TOKEN }]);
});

it.each<[ErrorCode, string]>([
  ['ERR_NOT_FOUND', 'no longer works'],
  ['ERR_SERVICE_UNAVAILABLE', 'did not work just now'],
])('explains %s', async (code, text) => {
  await renderPage(`/confirm-email#${TOKEN}`, {
    'users.confirmEmail': () => {
      throw new ApiError(code, 'refused');
    },
  });
  await press();
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  // Where to go on: the button again, or the account, which sends a new link.
  expect(
    screen.queryByRole('link', { name: 'Go to your account' }) ?? screen.queryByRole('button', { name: BUTTON }),
  ).toBeTruthy();
});

it('says that the link is incomplete without its token', async () => {
  await renderPage('/confirm-email');
  expect(await screen.findByText(/The link is incomplete/)).toBeTruthy();
});
