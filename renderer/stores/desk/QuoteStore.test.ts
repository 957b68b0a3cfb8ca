import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PairData } from '../../../contract/api/rates.ts';
import { createFakePlatform, refuse, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { sampleQuote } from '../../../tests/support/samples/sampleQuote.ts';
import { QuoteStore } from './QuoteStore.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function create(answer: NonNullable<Answers['rates.one']>) {
  const fake = createFakePlatform({ 'rates.one': answer });
  return { ...fake, store: new QuoteStore({ platform: fake.platform }) };
}
const quote = ({ claimedDepositAmount }: { claimedDepositAmount: string }) => sampleQuote({ amountToGive: claimedDepositAmount });

test('asks once for an amount that was typed quickly, and knows the quote of that amount only', async () => {
  const { store, callsOf } = create(quote);
  store.ask('btc', 'usdttrc20', '0.0')();
  store.ask('btc', 'usdttrc20', '0.05');
  await vi.advanceTimersByTimeAsync(200);
  expect(callsOf('rates.one')).toHaveLength(1);
  expect(store.of('btc', 'usdttrc20', '0.05')?.amountToGive).toBe('0.05');
  expect(store.of('btc', 'usdttrc20', '0.06')).toBeNull();
});

test('drops the answer of a cancelled request', async () => {
  const late = Promise.withResolvers<PairData>();
  const { store } = create((input) => (input.claimedDepositAmount === '1' ? late.promise : quote(input)));
  const cancel = store.ask('btc', 'usdttrc20', '1');
  await vi.advanceTimersByTimeAsync(200);
  cancel();
  store.ask('btc', 'usdttrc20', '2');
  await vi.advanceTimersByTimeAsync(200);
  late.resolve(sampleQuote());
  await vi.advanceTimersByTimeAsync(0);
  expect(store.of('btc', 'usdttrc20', '2')?.amountToGive).toBe('2');
});

test('knows no quote of a refused amount', async () => {
  const { store } = create(refuse('ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL'));
  store.ask('btc', 'usdttrc20', '1');
  await vi.advanceTimersByTimeAsync(200);
  expect(store.of('btc', 'usdttrc20', '1')).toBeNull();
});
