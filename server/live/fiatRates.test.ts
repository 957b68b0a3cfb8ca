import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import type { LiveMessage } from '../../contract/live.ts';
import type { PairData, RateInput } from '../../contract/schemas/rates.ts';
import { samplePairData } from '../../tests/support/samples/samplePairData.ts';
import { createLogger } from '../common/log.ts';
import { withFiatRates } from './fiatRates.ts';

const INPUT: RateInput = {
  instrumentFromSlug: 'eur',
  instrumentToSlug: 'btc',
  rateMode: 'FLOATING',
  exchangeType: 'fiat',
  claimedDepositAmount: '250',
};
const log = createLogger('silent');

function subscribe(quote: (input: RateInput) => Promise<PairData>) {
  const messages: LiveMessage[] = [];
  const state = { isBusy: false, rounds: 0 };
  const counted = async (input: RateInput): Promise<PairData> => {
    state.rounds += 1;
    return await quote(input);
  };
  const sink = {
    sendFrame: (frame: Buffer) => void messages.push(JSON.parse(frame.toString('utf8', frame.indexOf('{')))),
    isBusy: () => state.isBusy,
  };
  const stop = withFiatRates({ subscribe: vi.fn() }, counted, log, 1).subscribe(INPUT, 'form', sink);
  onTestFinished(stop);
  /** Waits until two more rounds have begun, so that one has ended. */
  const rounds = async (): Promise<void> => {
    const before = state.rounds;
    await expect.poll(() => state.rounds).toBeGreaterThan(before + 1);
  };
  return { messages, state, stop, rounds };
}

test('sends the rate of a card purchase at once, and again only when it has changed', async () => {
  let amountToGet = '0.0025';
  const { messages, rounds } = subscribe(async () => samplePairData({ amountToGet, updatedAt: new Date().toISOString() }));
  await rounds();
  await rounds();
  expect(messages).toMatchObject([{ channel: 'pairs', event: 'pairs.rates', subscriptionId: 'form', data: { amountToGet } }]);
  amountToGet = '0.0024';
  await rounds();
  expect(messages).toMatchObject([{}, { event: 'pairs.rates', data: { amountToGet: '0.0024' } }]);
});

test('sends an error once, and the rate when there is one again', async () => {
  let isDown = true;
  const { messages, rounds } = subscribe(async () => {
    if (isDown) throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'The card provider does not answer.');
    return samplePairData();
  });
  await rounds();
  await rounds();
  expect(messages).toMatchObject([{ event: 'error', subscriptionId: 'form', data: { code: 'ERR_SERVICE_UNAVAILABLE' } }]);
  isDown = false;
  await rounds();
  expect(messages.map(({ event }) => event)).toEqual(['error', 'pairs.rates']);
});

test('sends a busy client the latest rate once it reads again', async () => {
  let amountToGet = '0.0025';
  const { messages, state, rounds } = subscribe(async () => samplePairData({ amountToGet }));
  await rounds();
  state.isBusy = true;
  amountToGet = '0.0024';
  await rounds();
  amountToGet = '0.0023';
  await rounds();
  state.isBusy = false;
  await rounds();
  expect(messages).toMatchObject([{ data: { amountToGet: '0.0025' } }, { data: { amountToGet: '0.0023' } }]);
});

test('sends nothing after the subscription has ended, also of a rate that was asked for before', async () => {
  const asked = Promise.withResolvers<PairData>();
  const { messages, stop } = subscribe(async () => await asked.promise);
  stop();
  asked.resolve(samplePairData());
  await asked.promise.then(() => undefined);
  await new Promise(setImmediate);
  expect(messages).toEqual([]);
});

test('leaves other rates, and card purchases of a host without a provider, to the rates of the exchange', () => {
  const end = () => undefined;
  const rates = { subscribe: vi.fn(() => end) };
  const sink = { sendFrame: vi.fn(), isBusy: () => false };
  const quote = vi.fn(async () => samplePairData());
  const { exchangeType: _fiat, ...exchange } = INPUT;
  expect(withFiatRates(rates, quote, log).subscribe(exchange, 'form', sink)).toBe(end);
  expect(withFiatRates(rates, null, log).subscribe(INPUT, 'form', sink)).toBe(end);
  expect(rates.subscribe.mock.calls).toEqual([
    [exchange, 'form', sink],
    [INPUT, 'form', sink],
  ]);
  expect(quote).not.toHaveBeenCalled();
});
