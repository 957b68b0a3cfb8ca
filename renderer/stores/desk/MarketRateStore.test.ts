import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import { answerSocket, createExchangeApp, NOW } from '../../../tests/support/browser/exchangeStores.ts';
import { sampleQuote } from '../../../tests/support/samples/sampleQuote.ts';
import { createMarketRate } from './MarketRateStore.ts';

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

const BTC = { from: 'btc', to: 'usdttrc20' };

async function create() {
  const app = createExchangeApp();
  await app.stores.health.check();
  await app.stores.exchange.open({ send: 'btc', receive: 'usdttrc20', amount: '0.05' });
  return { ...app, rate: createMarketRate(app.stores) };
}

test('starts with the rate of the form, follows the market and closes its connection', async () => {
  const { rate, latest, ...app } = await create();
  const stop = rate.follow(BTC);
  expect(rate.rate).toBe('70000');
  latest().open();
  answerSocket(app, () => sampleQuote({ marketLeftPrice: '71990', marketRightPrice: '72010' }));
  expect(rate.rate).toBe('72000');
  stop();
  expect(latest().isClosed).toBe(true);
});

test('knows no rate of another pair until the host answers', async () => {
  const { rate } = await create();
  rate.follow({ from: 'eth', to: 'usdttrc20' });
  expect([rate.rate, rate.isRefused]).toEqual([null, false]);
});

test('repeats a refused amount with the one that the host accepts', async () => {
  const { rate, latest, ...app } = await create();
  rate.follow({ from: 'eth', to: 'usdttrc20' });
  latest().open();
  const answer = ({ claimedDepositAmount }: { claimedDepositAmount: string }) => {
    if (claimedDepositAmount !== '1') return sampleQuote();
    throw new ApiError('ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG', 'Too big', { expected: '0.5' });
  };
  answerSocket(app, answer);
  expect(rate.rate).toBeNull();
  answerSocket(app, answer);
  expect(rate.rate).toBe('70000');
});

test('reports a pair that the host does not exchange', async () => {
  const { rate, latest, ...app } = await create();
  rate.follow({ from: 'eth', to: 'usdttrc20' });
  latest().open();
  answerSocket(app, () => {
    throw new ApiError('ERR_PAIR_NOT_ACTIVE', 'not active');
  });
  expect(rate.isRefused).toBe(true);
});
