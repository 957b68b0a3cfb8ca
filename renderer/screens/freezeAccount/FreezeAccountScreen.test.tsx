import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';

const TOKEN = 't'.repeat(32);
const PATH = `/freeze-account#${TOKEN}`;
const FROZEN = {
  frozenUntil: '2026-11-27T12:00:00.000Z',
  withdrawalsLeft: 0,
  restore: { email: 'a…a@example.com', proof: 'password', hasApp: false } as const,
};
const press = async (name: string) => await userEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, text: string) => await userEvent.type(screen.getByLabelText(label), text);

it('changes nothing before the button is pressed', async () => {
  const {
    fake: { callsOf },
  } = await renderPage(PATH);
  await screen.findByRole('button', { name: 'Freeze the account' });
  expect(callsOf('accountFreeze.freeze')).toEqual([]);
});

it('stops withdrawals only with the link of an e-mail that nobody had confirmed, after a press', async () => {
  const {
    fake: { callsOf },
  } = await renderPage(`${PATH}.withdrawals`, { 'accountFreeze.freeze': () => ({ ...FROZEN, restore: null, stopsOnly: true }) });
  await screen.findByRole('heading', { name: 'Stop withdrawals' });
  expect(callsOf('accountFreeze.freeze')).toEqual([]);
  await press('Stop withdrawals');
  await screen.findByText(/Withdrawals that were not sent are stopped/);
  await screen.findByText(/Nothing else was changed/);
  expect(callsOf('accountFreeze.freeze')[0]?.input).toEqual({ token: TOKEN });
});

it('says that a link is incomplete', async () => {
  await renderPage('/freeze-account#short');
  await screen.findByText(/not complete/);
  expect(screen.queryByRole('button', { name: 'Freeze the account' })).toBeNull();
});

it('freezes, then restores with the password before the change and a new one', async () => {
  const {
    fake: { callsOf },
  } = await renderPage(PATH, {
    'accountFreeze.freeze': () => FROZEN,
    'accountFreeze.restore': () => ({ email: 'anna@example.com' }),
  });
  await press('Freeze the account');
  await screen.findByText(/Your account is frozen/);
  await type('Your password before the change', 'harbour lantern 27');
  await type('New password', 'cedar balcony 31');
  await type('New password again', 'cedar balcony 31');
  await press('Get the account back');
  await screen.findByText(/Your account is back, with the e-mail anna@example.com/);
  expect(callsOf('accountFreeze.restore')[0]?.input).toEqual({
    token: TOKEN,
    password: 'cedar balcony 31',
    formerPassword: 'harbour lantern 27',
  });
});

it('asks for the second factor of a customer who had one, and names a wrong code at its field', async () => {
  const {
    fake: { callsOf },
  } = await renderPage(PATH, {
    'accountFreeze.freeze': () => ({ ...FROZEN, restore: { ...FROZEN.restore, proof: 'secondFactor', hasApp: true } }),
    'accountFreeze.restore': () => {
      throw new ApiError('ERR_INVALID_CREDENTIALS', 'wrong', { field: 'recoveryCode' });
    },
  });
  await press('Freeze the account');
  await screen.findByLabelText('Code from your authenticator');
  await press('Use a recovery code');
  await type('Recovery code', 'K7PX2-M9Q4T');
  await type('New password', 'cedar balcony 31');
  await type('New password again', 'cedar balcony 31');
  await press('Get the account back');
  await screen.findByText('This is not what was valid before the change.');
  expect(callsOf('accountFreeze.restore')[0]?.input).toMatchObject({ recoveryCode: 'K7PX2-M9Q4T' });
});

it('offers another press while withdrawals are left, and leads to support if the link only freezes', async () => {
  const {
    fake: { callsOf },
  } = await renderPage(PATH, {
    'accountFreeze.freeze': () => ({ ...FROZEN, withdrawalsLeft: 1, restore: null }),
  });
  await press('Freeze the account');
  await screen.findByText(/1 withdrawal could not be stopped/);
  await press('Try again');
  expect(callsOf('accountFreeze.freeze')).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Write to support' }).getAttribute('href')).toBe('/support');
});

it.each([
  ['ERR_NOT_FOUND', /was used or has expired/],
  ['ERR_SERVICE_UNAVAILABLE', /not certain that this worked/],
] as const)('explains %s', async (code, text) => {
  await renderPage(PATH, {
    'accountFreeze.freeze': () => {
      throw new ApiError(code, 'refused');
    },
  });
  await press('Freeze the account');
  await screen.findByText(text);
});
