import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { Withdrawal, WithdrawalTerms } from '../../../contract/schemas/withdrawals.ts';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';
import { WithdrawStore } from './WithdrawStore.ts';

const ADDRESS = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW';
const TERMS = {
  instrument: sampleInstrument('usdttrc20'),
  currencyTitle: 'USDT',
  networkTitle: 'TRC20',
  balance: '312.48',
  minimum: '20',
  networkFee: '1.5',
  feeQuote: 'q'.repeat(43),
  feeSeconds: 60,
  reviewAbove: '1000',
  withdrawnInDay: '800',
  usualSeconds: 60,
  waitSeconds: 3_600,
  waitReasons: [],
  knownAddresses: [{ address: ADDRESS, timesSent: 2, lastUsedAt: '2026-11-20T12:00:00.000Z', lastState: 'SENT' }],
  isEmailConfirmed: true,
  frozenUntil: null,
  hasTestAddress: false,
} as unknown as WithdrawalTerms;

let answers: (() => unknown)[];
let calls: { name: string; input: object; options: object | undefined }[];
let store: WithdrawStore;
beforeEach(() => {
  answers = [];
  calls = [];
  const call = async (name: string, input: object, options?: object): Promise<unknown> => {
    calls.push({ name, input, options });
    if (name === 'withdrawals.terms') return TERMS;
    if (name === 'withdrawals.list') return { withdrawals: [], cursor: null };
    return answers.shift()?.();
  };
  const platform = { transport: { call } } as unknown as Platform;
  store = new WithdrawStore({ platform, clock: { now: () => 0 }, snapshot: { terms: TERMS, withdrawals: null } });
});

function fill(amount = '50', address = ADDRESS): void {
  store.setAmount(amount);
  void store.setAddress(address);
}

const refuse =
  (code: ApiError['code'], message = '', details?: Record<string, unknown>) =>
  () => {
    throw new ApiError(code, message, details);
  };

test.each([
  ['', ADDRESS, 'AMOUNT'],
  ['12', ADDRESS, 'AMOUNT_WRONG'],
  ['312.49', ADDRESS, 'AMOUNT_WRONG'],
  ['50', '', 'ADDRESS'],
  ['50', '0x8f3C71bA04d2', 'ADDRESS_WRONG'],
  ['50', ADDRESS, null],
])('the amount %j to the address %j lacks %s', (amount, address, missing) => {
  fill(amount, address);
  expect(store.missing).toBe(missing);
});

test.each([
  [`tron:${ADDRESS}`, ADDRESS, '50', null],
  [`tron:${ADDRESS}?amount=70&token=TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t`, ADDRESS, '70', null],
  [`tron:${ADDRESS}?amount=70`, `tron:${ADDRESS}?amount=70`, '50', 'REQUEST'],
  [`bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4`, `bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4`, '50', 'REQUEST'],
])('reads %s', async (text, address, amount, problem) => {
  store.setAmount('50');
  await store.setAddress(text);
  expect([store.address, store.amount, store.addressProblem]).toEqual([address, amount, problem]);
});

test('shows what arrives after the fee, and waits for a new address only', () => {
  fill();
  expect([store.arrives, store.waitReasons]).toEqual(['48.5', []]);
  void store.setAddress(`${ADDRESS.slice(0, -1)}X`);
  expect(store.waitReasons).toEqual(['NEW_ADDRESS']);
});

test('closes the confirmation and marks a refused address until it is changed, and reads the minimum from the message', async () => {
  fill();
  answers.push(refuse('ERR_WITHDRAWAL_TOO_SMALL', 'The smallest withdrawal is 60 USDT.'));
  store.confirm();
  await vi.waitFor(() =>
    expect([store.confirmation, store.amountProblem, store.terms?.minimum]).toEqual([null, 'TOO_SMALL', '60']),
  );
  fill('70');
  answers.push(refuse('ERR_VALIDATION', '', { field: 'address', code: 'error_address_ours' }));
  store.confirm();
  await vi.waitFor(() => expect([store.confirmation, store.addressProblem]).toEqual([null, 'OURS']));
  void store.setAddress(`${ADDRESS.slice(0, -1)}X`);
  expect(store.addressProblem).toBeNull();
});

test('starts the confirmation of what was entered, and shows what was created', async () => {
  fill();
  answers.push(() => ({ challengeId: 'c'.repeat(43), methods: ['totp'], passkeyOptions: null }));
  store.confirm();
  await vi.waitFor(() => expect(store.confirmation?.challenge).not.toBeNull());
  expect(calls.find(({ name }) => name === 'withdrawals.startProof')?.input).toEqual({
    currencyTitle: 'USDT',
    networkTitle: 'TRC20',
    address: ADDRESS,
    amount: '50',
  });
  answers.push(() => ({ withdrawal: { withdrawalId: 'one' } as Withdrawal, balance: '262.48' }));
  await store.confirmation?.send({ code: '731902' });
  expect([store.confirmation, store.created?.balance, store.amount, store.address]).toEqual([null, '262.48', '', '']);
});

test('says when an operator checks first, because of what leaves within a day', () => {
  fill('200');
  expect(store.isReviewed).toBe(false);
  fill('200.01');
  expect(store.isReviewed).toBe(true);
});
