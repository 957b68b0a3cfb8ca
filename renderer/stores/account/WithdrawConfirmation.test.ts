import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { WithdrawalTerms, WithdrawOutput } from '../../../contract/schemas/withdrawals.ts';
import { WithdrawConfirmation } from './WithdrawConfirmation.ts';

const TARGET = { address: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW', amount: '50' };
const CHALLENGE = { challengeId: 'c'.repeat(43), expiresAt: '', methods: ['totp'], passkeyOptions: null };
const CREATED = { balance: '262.48' } as WithdrawOutput;
const CODE = { code: '731902' };
const termsAt = (networkFee: string) =>
  ({
    currencyTitle: 'USDT',
    networkTitle: 'TRC20',
    networkFee,
    feeQuote: `quote of ${networkFee}`,
    feeSeconds: 60,
  }) as WithdrawalTerms;

let now: number;
let fee: string;
let creations: (() => WithdrawOutput)[];
let calls: { name: string; input: object; options: object | undefined }[];
let created: WithdrawOutput[];
let isRefusedByForm: boolean;
let confirmation: WithdrawConfirmation;
let stop: () => void;
const sent = () => calls.filter(({ name }) => name === 'withdrawals.create');
const refuse = (code: ApiError['code'], details?: Record<string, unknown>) => () => {
  throw new ApiError(code, '', details);
};
beforeEach(async () => {
  vi.useFakeTimers();
  [now, fee, creations, calls, created, isRefusedByForm] = [0, '1.9', [], [], [], false];
  const call = async (name: string, input: object, options?: object): Promise<unknown> => {
    calls.push({ name, input, options });
    if (name === 'withdrawals.terms') return termsAt(fee);
    return name === 'withdrawals.startProof' ? CHALLENGE : creations.shift()?.();
  };
  confirmation = new WithdrawConfirmation({
    platform: { transport: { call }, visibility: { isVisible: () => true } } as unknown as Platform,
    clock: { now: () => now },
    target: TARGET,
    terms: termsAt('1.9'),
    onCreated: (made) => void created.push(made),
    onRefused: () => isRefusedByForm,
  });
  stop = confirmation.follow();
  await confirmation.start();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** Lets the shown fee expire, and the next one be read. */
async function pass(milliseconds: number): Promise<void> {
  now += milliseconds;
  await vi.advanceTimersByTimeAsync(1_000);
}

test('sends the answer with the fee that was shown, for this withdrawal', async () => {
  creations.push(() => CREATED);
  expect(await confirmation.send(CODE)).toBeNull();
  expect(created).toEqual([CREATED]);
  expect(sent().map(({ input }) => input)).toEqual([
    {
      ...TARGET,
      currencyTitle: 'USDT',
      networkTitle: 'TRC20',
      proof: { challengeId: CHALLENGE.challengeId, ...CODE },
      feeQuote: 'quote of 1.9',
      maxNetworkFee: '1.9',
    },
  ]);
});

test('reads the fee again after a minute, and keeps the proof when it has not risen', async () => {
  await pass(59_000);
  expect(confirmation.terms.feeQuote).toBe('quote of 1.9');
  fee = '1.8';
  await pass(1_000);
  expect([confirmation.terms.networkFee, confirmation.arrives, confirmation.rise, confirmation.round]).toEqual([
    '1.8',
    '48.2',
    null,
    0,
  ]);
  expect([confirmation.challenge, confirmation.feeUntil]).toEqual([CHALLENGE, 120_000]);
});

test('shows a higher fee, how much less arrives, and asks again', async () => {
  fee = '2.15';
  await pass(60_000);
  expect([confirmation.terms.networkFee, confirmation.arrives, confirmation.rise, confirmation.round]).toEqual([
    '2.15',
    '47.85',
    '0.25',
    1,
  ]);
  creations.push(refuse('ERR_RATE_CHANGED'), () => CREATED);
  fee = '2.35';
  expect(await confirmation.send(CODE)).toBeNull();
  expect([created, confirmation.rise, confirmation.round, confirmation.challenge]).toEqual([[], '0.2', 2, CHALLENGE]);
  await confirmation.send(CODE);
  expect([created.length, sent()[1]?.input]).toMatchObject([1, { maxNetworkFee: '2.35' }]);
});

test('names a wrong code, and starts again when the proof is over', async () => {
  const wrong = { code: 'SECOND_FACTOR_VALIDATION_ERROR', triesLeft: 4 };
  creations.push(
    refuse('ERR_VALIDATION', { ...wrong, field: 'code' }),
    refuse('ERR_VALIDATION', { ...wrong, field: 'emailCode' }),
    refuse('ERR_NOT_FOUND'),
  );
  const values = { triesLeft: 4 };
  expect(await confirmation.send(CODE)).toEqual({ message: 'signIn.wrongAppCode', fields: ['code'], values });
  expect(await confirmation.send(CODE)).toEqual({ message: 'signIn.wrongLongCode', fields: ['code'], values });
  expect([confirmation.failure, confirmation.challenge]).toEqual([null, CHALLENGE]);
  expect(await confirmation.send(CODE)).toBeNull();
  expect([confirmation.failure, confirmation.challenge]).toEqual(['OVER', null]);
  await confirmation.retry();
  expect([confirmation.failure, confirmation.challenge, calls.filter(({ name }) => name.endsWith('Proof')).length]).toEqual([
    null,
    CHALLENGE,
    2,
  ]);
});

test('repeats a request without an answer under the same key, with the same answer', async () => {
  creations.push(refuse('ERR_SERVICE_UNAVAILABLE'), () => CREATED);
  await confirmation.send(CODE);
  expect([confirmation.failure, created]).toEqual(['UNKNOWN', []]);
  await confirmation.retry();
  expect([created.length, new Set(sent().map((call) => JSON.stringify(call))).size]).toEqual([1, 1]);
});

test('leaves a refusal of a field to the form', async () => {
  isRefusedByForm = true;
  creations.push(refuse('ERR_BALANCE_TOO_LOW'));
  await confirmation.send(CODE);
  expect(confirmation.failure).toBeNull();
});

test('shows main_error if the message names no minimum, so that the form shows nothing', async () => {
  creations.push(refuse('ERR_WITHDRAWAL_TOO_SMALL'));
  await confirmation.send(CODE);
  expect(confirmation.failure).toBe('main_error');
});
