import { expect, test } from 'vitest';
import { sampleInstrument } from '../../../../../tests/support/samples/sampleInstruments.ts';
import { indexInstruments } from '../../../../stores/exchange/searchInstruments.ts';
import { highlighted } from './paletteItem.ts';
import { readCoin, readExchange } from './readExchange.ts';

const instruments = [
  sampleInstrument('btc', { aliases: ['биткоин', 'xbt'] }),
  sampleInstrument('eth', { aliases: ['эфир', 'эфириум'] }),
  sampleInstrument('usdttrc20'),
  sampleInstrument('usdttrc20', { slug: 'usdterc20', networkTitle: 'ERC20', popularity: 9 }),
  sampleInstrument('xrp', { isActive: false }),
];
const coins = {
  index: indexInstruments(instruments),
  bySlug: new Map(instruments.map((instrument) => [instrument.slug, instrument])),
};
const read = (query: string, language: 'en' | 'ru' = 'en') =>
  readExchange(query, coins, language).map(({ from, to, amount }) => [amount, from.slug, to.slug].join(' '));

test.each([
  ['0.2 eth btc', 'en', '0.2 eth btc'],
  ['0,2 эфир в биткоин', 'ru', '0.2 eth btc'],
  ['exchange 1500 usdt to btc', 'en', '1500 usdttrc20 btc'],
  ['eth/btc', 'en', ' eth btc'],
  ['0.2eth->btc', 'en', '0.2 eth btc'],
  ['0.2 уер иес', 'ru', '0.2 eth btc'],
] as const)('reads %s in %s', (query, language, expected) => {
  expect(read(query, language)[0]).toBe(expected);
});

test('offers the other networks of a coin after the likeliest one', () => {
  expect(read('2 eth usdt')).toEqual(['2 eth usdttrc20', '2 eth usdterc20']);
});

test('offers both readings of an amount whose comma can group its digits', () => {
  expect(read('1,500 usdt btc').slice(0, 2)).toEqual(['1.5 usdttrc20 btc', '1500 usdttrc20 btc']);
});

test('reads nothing from words that only begin the name of a coin, paused coins and one coin', () => {
  expect(read('bit eth')).toEqual([]);
  expect(read('1 xrp btc')).toEqual([]);
  expect(read('1 btc')).toEqual([]);
  expect(readCoin('1 btc', coins, 'en').map(({ coin, amount }) => [coin.slug, amount])).toEqual([['btc', '1']]);
});

test('marks what was searched where a word begins', () => {
  expect(highlighted('Set an alert for ETH / BTC', ['eth', 'tc'])).toEqual([
    { text: 'Set an alert for ', isMatch: false },
    { text: 'ETH', isMatch: true },
    { text: ' / BTC', isMatch: false },
  ]);
});
