import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  ACCOUNT_END_FEATURE,
  ACCOUNTS_FEATURE,
  ORDER_HISTORY_FEATURE,
  WITHDRAWALS_FEATURE,
} from '../../../../contract/features.ts';
import { ApiError } from '../../../../contract/errors.ts';
import { createFakePlatform, type Answers } from '../../../../tests/support/browser/fakePlatform.ts';
import { loadTestMessages } from '../../../../tests/support/samples/messages.ts';
import { createApp } from '../../../createApp.tsx';
import { AccountEndCard } from './AccountEndCard.tsx';

async function renderCard(answers: Answers = {}, features = ['accounts', 'account-end']) {
  const fake = createFakePlatform({
    'service.health': () => ({ status: 'OK', host: { features, sandbox: false, brand: 'Causeway' } }),
    'accountEnd.closing': () => ({ forfeited: '3.5', minimumWithdrawal: '20', obstacles: [] }),
    ...answers,
  });
  const { stores, Providers } = createApp({
    platform: fake.platform,
    clock: { now: () => Date.now() },
    locale: 'en',
    messages: await loadTestMessages('en'),
    loadMessages: loadTestMessages,
    theme: null,
    buildId: 'test',
    snapshot: null,
  });
  await stores.health.check();
  render(
    <Providers>
      <AccountEndCard />
    </Providers>,
  );
  return { fake, stores };
}
const press = async (name: string) => await userEvent.click(await screen.findByRole('button', { name, hidden: true }));

test('saves the customer’s data as a file', async () => {
  const exported = { exportedAt: '2026-11-22T12:00:00.000Z', userId: 7, data: { sessions: [] } };
  const { fake } = await renderCard({ 'accountEnd.export': () => exported });
  await press('Download');
  expect(fake.saved).toMatchObject([{ name: 'account-7-2026-11-22.json', mediaType: 'application/json' }]);
  expect(JSON.parse(fake.saved[0]?.text ?? '')).toEqual(exported);
});

test('shows the balance that closing forfeits, and sends the amount that was shown', async () => {
  const { fake, stores } = await renderCard({ 'accountEnd.close': () => ({}) });
  await press('Close the account');
  expect((await screen.findByText(/You lose/)).textContent).toBe(
    'You lose 3.5 USDT. This balance is below 20 USDT, the minimum of a withdrawal, so we can’t pay it out.',
  );
  await userEvent.type(screen.getByLabelText('Password'), 'harbour lantern 27');
  await press('Close the account permanently');
  expect(fake.callsOf('accountEnd.close')[0]?.input).toEqual({ password: 'harbour lantern 27', forfeited: '3.5' });
  expect(stores.session.isSignedIn).toBe(false);
  expect(screen.queryByText(/You lose/)).toBeNull();
});

test('links to support if the host can’t pay out the balance', async () => {
  await renderCard({ 'accountEnd.closing': () => ({ forfeited: '0', minimumWithdrawal: '20', obstacles: ['BALANCE'] }) });
  await press('Close the account');
  const link = await screen.findByRole('link', { name: /can’t be withdrawn at the moment.*It stays yours/, hidden: true });
  expect(link.getAttribute('href')).toBe('/support');
});

test('links to what has to end first', async () => {
  await renderCard(
    { 'accountEnd.closing': () => ({ forfeited: '0', minimumWithdrawal: '20', obstacles: ['BALANCE', 'ORDER'] }) },
    [ACCOUNTS_FEATURE, ACCOUNT_END_FEATURE, ORDER_HISTORY_FEATURE, WITHDRAWALS_FEATURE],
  );
  await press('Close the account');
  const links = (await screen.findAllByRole('link', { hidden: true })).map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/profile/withdraw', '/profile/history']);
  expect(screen.queryByLabelText('Password')).toBeNull();
});

test('names a wrong password and too many of them, and shows the new amount when the balance has changed', async () => {
  const failures = [
    new ApiError('ERR_INVALID_CREDENTIALS', 'The password is wrong.'),
    new ApiError('ERR_TOO_MANY_REQUESTS', 'Too many', { retryAfterSeconds: 600 }),
    new ApiError('ERR_NOT_ACCEPTABLE', 'Changed', { closing: { forfeited: '4', minimumWithdrawal: '20', obstacles: [] } }),
  ];
  await renderCard({ 'accountEnd.close': () => Promise.reject(failures.shift() ?? new Error('no more failures')) });
  await press('Close the account');
  await userEvent.type(await screen.findByLabelText('Password'), 'wrong');
  await press('Close the account permanently');
  expect(await screen.findByText('The password is wrong.')).toBeTruthy();
  await press('Close the account permanently');
  expect(await screen.findByText(/^Too many tries\. Wait 10 minutes, then try again\./)).toBeTruthy();
  await press('Close the account permanently');
  expect(await screen.findByText('Your balance has changed. Check the amount again.')).toBeTruthy();
  expect(screen.getByText('4 USDT')).toBeTruthy();
});

test('is hidden on a host that does not offer it', async () => {
  await renderCard({}, ['accounts']);
  expect(screen.queryByRole('heading')).toBeNull();
});
