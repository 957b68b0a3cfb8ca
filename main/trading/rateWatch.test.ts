import { expect, it } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import { createFakePlatform } from '../../tests/support/browser/fakePlatform.ts';
import { sampleQuote } from '../../tests/support/samples/sampleQuote.ts';
import type { Topic } from '../live/subscriptions.ts';
import { createRateWatch } from './rateWatch.ts';

const PAIR = { from: 'btc', to: 'usdttrc20' };
const QUOTE = sampleQuote({ marketLeftPrice: '100', marketRightPrice: '102' });

function setUp() {
  const topics: Topic[] = [];
  const events: string[] = [];
  const fake = createFakePlatform({ 'rates.one': () => QUOTE });
  const rates = createRateWatch({
    subscriptions: {
      add: (topic) => {
        topics.push(topic);
        return { renew: () => events.push('renew'), end: () => events.push('end') };
      },
    },
    api: fake.platform.transport,
    now: () => 5,
  });
  const answer = (data: unknown, error: ApiError | null = null) =>
    topics[0]?.onMessage({ subscriptionId: '1', event: 'pairs.rates', data, error });
  return { rates, topics, events, fake, answer };
}

it('gives the mid price to every listener, and the last one to a new listener', () => {
  const { rates, topics, events, answer } = setUp();
  const prices: string[] = [];
  const stops = [rates.watch(PAIR, ({ price }) => prices.push(`a ${price}`))];
  answer(QUOTE);
  answer({ instrumentFrom: null });
  stops.push(rates.watch(PAIR, ({ price, from, to }) => prices.push(`b ${price} ${from}/${to}`)));
  expect(prices).toEqual(['a 101', 'b 101 BTC/USDT']);
  for (const stop of stops) stop();
  expect([topics.length, events]).toEqual([1, ['end']]);
});

it('takes the rate from a refusal, or asks again with an accepted amount if the refusal has no rate', () => {
  const { rates, topics, events, answer } = setUp();
  const prices: string[] = [];
  rates.watch(PAIR, ({ price }) => prices.push(price));
  answer(null, new ApiError('ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG', 'too big', { expected: '0.5', pairData: QUOTE }));
  expect([prices, events]).toEqual([['101'], []]);
  answer(null, new ApiError('ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG', 'too big', { expected: '0.5' }));
  expect(events).toEqual(['renew']);
  expect(topics[0]?.start('1').data).toMatchObject({ claimedDepositAmount: '0.5', claimedDepositAmountCurrency: 'btc' });
});

it('reads a silent rate over HTTP', async () => {
  const { rates, topics } = setUp();
  const rate = Promise.withResolvers<unknown>();
  rates.watch(PAIR, rate.resolve);
  topics[0]?.onSilence();
  expect(await rate.promise).toEqual({ price: '101', from: 'BTC', to: 'USDT', at: 5 });
});
