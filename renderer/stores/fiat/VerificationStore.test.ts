import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import { KYC_POLL_MS, KYC_POLLS } from '../../../contract/limits.ts';
import { createFakePlatform, refuse, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { CARD_HOST, SAMPLE_TERMS } from '../../../tests/support/samples/sampleFiat.ts';
import { VerificationStore } from './VerificationStore.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function create(answers: Answers = {}, isProvidersPage = () => true) {
  const fake = createFakePlatform({ ...CARD_HOST, ...answers });
  const dependencies = {
    platform: fake.platform,
    terms: () => SAMPLE_TERMS,
    email: () => 'anna@example.org',
    locale: () => 'en' as const,
    returnPath: () => '/exchange-usd-btc',
    isProvidersPage,
    notify: vi.fn(),
    onLeave: vi.fn(),
  };
  const asked = () => fake.calls.splice(0).map(({ name }) => name);
  return { ...fake, dependencies, asked, store: new VerificationStore(dependencies) };
}

const status = (...statuses: string[]) => {
  let round = 0;
  return () => ({ features: [{ feature: 'crypto', status: statuses[Math.min(round++, statuses.length - 1)] ?? '' }] });
};
const wait = () => vi.advanceTimersByTimeAsync(KYC_POLL_MS);

test('signs up, signs in and asks for the status', async () => {
  const { store, asked, calls } = create();
  const run = store.run();
  await expect(run).resolves.toBe(true);
  expect(calls.find(({ name }) => name === 'fiat.signUp')?.input).toEqual({
    accept: true,
    email: 'anna@example.org',
    termsVersion: '2026-01',
  });
  expect([store.state, asked()]).toEqual(['passed', ['fiat.contacts', 'fiat.signUp', 'fiat.signIn', 'fiat.kycStatus']]);
});

test.each([
  ['ERR_USER_ALREADY_REGISTERED', 'Taken'],
  ['ERR_UNPROCESSABLE_ENTITY', 'Email already registered'],
] as const)('continues with the sign-in when the e-mail is registered already: %s', async (code, message) => {
  const { store } = create({ 'fiat.signUp': () => Promise.reject(new ApiError(code, message)) });
  await expect(store.run()).resolves.toBe(true);
});

test('does not sign up again for a repeated check', async () => {
  const { store, callsOf } = create();
  await store.run();
  await store.run();
  expect([callsOf('fiat.signUp').length, callsOf('fiat.kycStatus').length]).toEqual([1, 2]);
});

test('fails when the sign-up fails otherwise', async () => {
  const { store } = create({ 'fiat.signUp': refuse('ERR_NOT_ACCEPTABLE') });
  expect([await store.run(), store.state]).toEqual([false, 'failed']);
});

test('waits for the confirmed e-mail, and lets the customer decide again after the wait', async () => {
  const answers: Answers = { 'fiat.contacts': () => ({ emailStatus: 'not_confirmed' }) };
  const { store, answers: host } = create(answers);
  const confirmed = store.confirmEmail();
  await wait();
  expect(store.state).toBe('email');
  host['fiat.contacts'] = () => ({ emailStatus: 'confirmed' });
  await wait();
  expect([await confirmed, store.state]).toEqual([false, 'emailConfirmed']);
});

test('polls a review every 5 s until the verdict', async () => {
  const { store, callsOf } = create({ 'fiat.kycStatus': status('under_review', 'under_review', 'complete') });
  const run = store.run();
  await vi.advanceTimersByTimeAsync(0);
  expect([store.state, callsOf('fiat.kycStatus').length]).toEqual(['reviewing', 1]);
  await vi.advanceTimersByTimeAsync(KYC_POLL_MS - 1);
  expect(callsOf('fiat.kycStatus')).toHaveLength(1);
  await wait();
  await wait();
  expect([await run, store.state]).toEqual([false, 'passed']);
});

test('gives up after 1,000 questions', async () => {
  const { store, callsOf } = create({ 'fiat.kycStatus': status('under_review') });
  const run = store.run();
  await vi.advanceTimersByTimeAsync(KYC_POLL_MS * (KYC_POLLS + 5));
  expect([await run, store.state, callsOf('fiat.kycStatus').length]).toEqual([false, 'failed', KYC_POLLS]);
});

test('asks again after a lost answer', async () => {
  const { store, answers } = create({ 'fiat.kycStatus': refuse('ERR_SERVICE_UNAVAILABLE') });
  const run = store.run();
  await vi.advanceTimersByTimeAsync(0);
  answers['fiat.kycStatus'] = status('complete');
  await wait();
  await run;
  expect(store.state).toBe('passed');
});

test('leads to the provider’s page for documents, with the language and the way back', async () => {
  const { store, callsOf } = create({ 'fiat.kycStatus': status('incomplete') });
  expect([await store.run(), store.state, store.page]).toEqual([
    false,
    'needed',
    'https://kyc.mercuryo.example/kyc?access_token=access',
  ]);
  expect(callsOf('fiat.kycAccessToken')[0]?.input).toEqual({ feature: 'crypto', locale: 'en', returnPath: '/exchange-usd-btc' });
  store.stop();
  expect([store.state, store.page]).toEqual(['idle', null]);
});

test('opens no page that is not the provider’s', async () => {
  const { store } = create({ 'fiat.kycStatus': status('incomplete') }, () => false);
  expect([await store.run(), store.state, store.page]).toEqual([false, 'failed', null]);
});

test('waits for the verdict while the provider’s page is open, until the status changes', async () => {
  const { store, answers } = create({ 'fiat.kycStatus': status('failed_attempt') });
  await store.run();
  store.leave();
  await wait();
  expect([store.state, store.page]).toEqual(['reviewing', null]);
  answers['fiat.kycStatus'] = status('complete');
  await wait();
  expect(store.state).toBe('passed');
});

test.each([
  ['complete', 'passed'],
  ['failed', 'rejected'],
  ['failed_attempt', 'failed'],
  ['incomplete', 'reviewing'],
])('continues after the return from the provider’s page: %s is %s', async (after, state) => {
  const { store, answers, dependencies } = create({ 'fiat.kycStatus': status('incomplete') });
  await store.run();
  store.leave();
  store.stop();
  answers['fiat.kycStatus'] = status(after);
  const returned = new VerificationStore(dependencies);
  void returned.resume();
  await vi.advanceTimersByTimeAsync(0);
  expect(returned.state).toBe(state);
  returned.reset();
  await returned.resume();
  expect(returned.state).toBe('idle');
});

test('sends the confirmation again and says whether it could', async () => {
  const { store, answers, dependencies } = create({ 'users.requestEmailConfirmation': () => ({}) });
  await store.sendEmailAgain();
  answers['users.requestEmailConfirmation'] = refuse('ERR_TOO_MANY_REQUESTS');
  await store.sendEmailAgain();
  expect(dependencies.notify.mock.calls.flat()).toEqual([
    { kind: 'success', message: 'fiat.email.sent' },
    { kind: 'error', message: 'fiat.email.notSent' },
  ]);
});
