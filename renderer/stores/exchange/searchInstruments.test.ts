import { describe, expect, it } from 'vitest';
import type { Instrument } from '../../../contract/api/instruments.ts';
import { createFakePlatform } from '../../../tests/support/browser/fakePlatform.ts';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';
import { InstrumentStore } from '../InstrumentStore.ts';
import { indexInstruments, searchInstruments } from './searchInstruments.ts';
import { SelectorStore } from './SelectorStore.ts';

const usdt = sampleInstrument('usdttrc20', { aliases: ['tether', 'трон', 'тезер'] });
const ERC20_CONTRACT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const list: Instrument[] = [
  sampleInstrument('btc', { aliases: ['xbt', 'биткоин'] }),
  sampleInstrument('eth'),
  usdt,
  sampleInstrument('eth', {
    slug: 'usdterc20',
    currencyTitle: 'USDT',
    currencyFriendlyTitle: 'Tether',
    aliases: ['tether', 'тезер'],
    popularity: 7,
    contractAddress: ERC20_CONTRACT,
  }),
  sampleInstrument('xrp'),
  sampleInstrument('eth', { slug: 'wbtc', currencyTitle: 'WBTC', currencyFriendlyTitle: 'Wrapped Bitcoin', popularity: 40 }),
  sampleInstrument('btc', { slug: 'usd', currencyTitle: 'USD', instrumentType: 'fiat' }),
];
const index = indexInstruments(list.filter(({ instrumentType }) => instrumentType === 'crypto'));
const find = (query: string, network: string | null = null) => searchInstruments(index, query, network);

describe('coin search', () => {
  it.each([
    ['btc', ['btc']],
    ['bit', ['btc', 'wbtc']],
    ['xbt', ['btc']],
    ['USDT', ['usdttrc20', 'usdterc20']],
    ['tether trc', ['usdttrc20']],
    ['trc tether', ['usdttrc20']],
    ['usdt trc-20', ['usdttrc20']],
    ['usdt ethereum', ['usdterc20']],
    ['tron', ['usdttrc20']],
    ['xrp ledger', ['xrp']],
    ['иес', ['btc']],
    ['тезер', ['usdttrc20', 'usdterc20']],
    ['Тезёр трон', ['usdttrc20']],
    ['биткойн', ['btc']],
    ['ntpth nhjy', ['usdttrc20']],
    [ERC20_CONTRACT, ['usdterc20']],
    [` ${ERC20_CONTRACT.toUpperCase().replace('0X', '0x')} `, ['usdterc20']],
    [ERC20_CONTRACT.slice(0, -1), []],
    [usdt.contractAddress ?? '', ['usdttrc20']],
    [usdt.contractAddress?.toLowerCase() ?? '', []],
    ['zzz', []],
    ['  ', ['btc', 'usdttrc20', 'eth', 'xrp', 'usdterc20', 'wbtc']],
  ])('%j finds %j', (query, slugs) => {
    expect(find(query)).toEqual(slugs);
  });

  it('ranks the exact ticker before coins with the word in their name', () => {
    expect(find('eth')[0]).toBe('eth');
    expect(find('bitcoin')).toEqual(['btc', 'wbtc']);
  });

  it('filters by network', () => {
    expect(find('', 'ethereum')).toEqual(['eth', 'usdterc20', 'wbtc']);
    expect(find('usdt', 'tron')).toEqual(['usdttrc20']);
  });
});

describe('the selector', () => {
  async function open(recent: unknown = [], takenMoney: string[] = []) {
    const { platform } = createFakePlatform({ 'instruments.list': () => list });
    platform.storage.set('recent-instruments', JSON.stringify(recent));
    const instruments = new InstrumentStore({ platform, snapshot: null });
    await instruments.loadAll();
    const selector = new SelectorStore({ instruments, storage: platform.storage, takenMoney: () => takenMoney });
    selector.prepare();
    selector.readRecent();
    return { selector, platform, instruments };
  }

  it('lists recent, then popular, then other coins, without fiat money', async () => {
    const { selector } = await open(['xrp', 'gone']);
    const popular = ['btc', 'usdttrc20', 'eth', 'usdterc20', 'wbtc'];
    expect(selector.sections).toEqual({ money: [], recent: ['xrp'], popular, all: [] });
  });

  it('lists money apart where it buys coins, except in a network', async () => {
    const { selector } = await open([], ['usd']);
    expect([selector.sections.money, selector.sections.popular.includes('usd')]).toEqual([['usd'], false]);
    selector.search('usd');
    expect([selector.sections.money, selector.sections.all]).toEqual([['usd'], ['usdttrc20', 'usdterc20']]);
    selector.narrow('tron');
    expect(selector.sections.money).toEqual([]);
    selector.remember('usd');
    expect(selector.recent).toEqual([]);
  });

  it('lists a paused coin but none of an unconfigured network', async () => {
    const { platform } = createFakePlatform({
      'instruments.all': () => [
        sampleInstrument('btc', { isActive: false, inactiveReason: 'NETWORK_UNAVAILABLE' }),
        sampleInstrument('xrp', { isActive: false, inactiveReason: 'NOT_CONFIGURED' }),
      ],
    });
    const instruments = new InstrumentStore({ platform, snapshot: null });
    await instruments.loadAll();
    const selector = new SelectorStore({ instruments, storage: platform.storage, takenMoney: () => [] });
    selector.prepare();
    selector.readRecent();
    expect(selector.sections).toEqual({ money: [], recent: [], popular: ['btc'], all: [] });
  });

  it('stores the last four choices on this device, newest first', async () => {
    const { selector, platform } = await open();
    for (const slug of ['btc', 'eth', 'xrp', 'wbtc', 'usdttrc20', 'eth']) selector.remember(slug);
    expect(JSON.parse(platform.storage.get('recent-instruments') ?? '')).toEqual(['eth', 'usdttrc20', 'wbtc', 'xrp']);
  });

  it.each([[null], [{ a: 1 }], [[1, 2]]])('ignores a storage that contains %j', async (stored) => {
    expect((await open(stored)).selector.recent).toEqual([]);
  });

  it('lists recent matches and all other matches during a search', async () => {
    const { selector } = await open(['usdterc20']);
    selector.search('usdt');
    expect(selector.sections).toEqual({ money: [], recent: ['usdterc20'], popular: [], all: ['usdttrc20'] });
    selector.reset();
    expect(selector.query).toBe('');
  });
});
