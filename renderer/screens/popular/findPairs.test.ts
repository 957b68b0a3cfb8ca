import { expect, test } from 'vitest';
import type { PopularPair } from '../../stores/PopularStore.ts';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';
import { findPairs, groupBySend, sortByTicker } from './findPairs.ts';

const [btc, usdt, xrp] = [sampleInstrument('btc'), sampleInstrument('usdttrc20'), sampleInstrument('xrp')];
const pair = (from: typeof btc, to: typeof btc): PopularPair => ({ from, to, rate: null });
const pairs = [pair(btc, usdt), pair(usdt, btc), pair(btc, xrp), pair(xrp, usdt)];
const named = (list: readonly PopularPair[]) => list.map(({ from, to }) => `${from.slug}-${to.slug}`);

test.each([
  ['', ['btc-usdttrc20', 'usdttrc20-btc', 'btc-xrp', 'xrp-usdttrc20']],
  ['xrp', ['btc-xrp', 'xrp-usdttrc20']],
  ['tether bitcoin', ['btc-usdttrc20', 'usdttrc20-btc']],
  ['trc xrp', ['xrp-usdttrc20']],
  ['нечто', []],
])('%j finds %j', (query, expected) => {
  expect(named(findPairs(pairs, query))).toEqual(expected);
});

test('groups pairs by the coin to send in order of first occurrence', () => {
  expect(groupBySend(pairs).map(named)).toEqual([['btc-usdttrc20', 'btc-xrp'], ['usdttrc20-btc'], ['xrp-usdttrc20']]);
});

test('sorts pairs by the tickers of both sides', () => {
  expect(named(sortByTicker([pair(xrp, usdt), pair(usdt, btc), pair(btc, xrp), pair(btc, usdt)]))).toEqual([
    'btc-usdttrc20',
    'btc-xrp',
    'usdttrc20-btc',
    'xrp-usdttrc20',
  ]);
});
