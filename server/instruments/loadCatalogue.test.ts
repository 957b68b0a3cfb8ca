import { describe, expect, test } from 'vitest';
import { XMR_MIN_CONFIRMATIONS } from '../../contract/limits.ts';
import type { CatalogueInstrument, Network } from './catalogue.ts';
import { buildCatalogue, loadCatalogue, minConfirmations } from './loadCatalogue.ts';

const catalogue = loadCatalogue();
const networks = [...catalogue.networks.values()];
const instruments = [...catalogue.instruments.values()];

const change = (slug: string, changes: Partial<CatalogueInstrument>): CatalogueInstrument[] =>
  instruments.map((instrument) => (instrument.slug === slug ? { ...instrument, ...changes } : instrument));
const changeNetwork = (slug: string, changes: Partial<Network>): Network[] =>
  networks.map((network) => (network.slug === slug ? { ...network, ...changes } : network));

describe('the product’s catalogue', () => {
  test('has at least 250 coins on their networks, and fiat money', () => {
    expect(instruments.filter(({ type }) => type === 'crypto').length).toBeGreaterThanOrEqual(250);
    expect(instruments.filter(({ type }) => type === 'fiat').length).toBeGreaterThanOrEqual(20);
  });

  test('requires 50 confirmations for XMR (§9)', () => {
    const xmr = catalogue.find('XMR', 'XMR');
    expect(xmr && minConfirmations(catalogue, xmr)).toBe(XMR_MIN_CONFIRMATIONS);
  });

  test.each(['XRP', 'XLM', 'TON', 'ATOM', 'EOS', 'HBAR'])('requires a memo for %s', (coin) => {
    expect(catalogue.find(coin, coin)?.requiresMemo).toBe(true);
  });

  test('finds a stablecoin on each network by its titles, case-insensitively', () => {
    const slugs = ['TRC20', 'erc20', 'BEP20', 'SOL', 'TON', 'Polygon', 'ARBITRUM'].map(
      (title) => catalogue.find('usdt', title)?.slug,
    );
    expect(slugs).toEqual(['usdttrc20', 'usdterc20', 'usdtbep20', 'usdtsol', 'usdtton', 'usdtpolygon', 'usdtarbitrum']);
  });

  test('has a source for the contract of every token', () => {
    for (const { slug, contractAddress, contractSource } of instruments) {
      if (contractAddress !== null) expect(contractSource, slug).toMatch(/^@[\w-]+\/[\w-]+ \d+\.\d+\.\d+$/);
    }
  });

  test('marks what token contracts can do to a transfer', () => {
    const rulesOf = (slug: string) => catalogue.instruments.get(slug)?.transferRules;
    expect(rulesOf('usdterc20')).toMatchObject({ hasFee: true, isPausable: true, blocklist: 'isBlackListed' });
    expect(rulesOf('usdttrc20')).toMatchObject({ hasFee: true, isPausable: true, blocklist: 'isBlackListed' });
    expect(rulesOf('usdcerc20')).toMatchObject({ isPausable: true, blocklist: 'isBlacklisted' });
    expect(rulesOf('paxgerc20')).toMatchObject({ hasFee: true, isPausable: true, blocklist: 'isFrozen' });
    expect(rulesOf('wetherc20')).toBeUndefined();
  });

  test.each(['BABYDOGE', 'AMPL', 'STETH'])(
    'leaves %s out: it always charges a fee, or its balances change by themselves',
    (coin) => {
      expect(instruments.filter(({ currencyTitle }) => currencyTitle.toUpperCase() === coin)).toEqual([]);
    },
  );

  test('sorts well-known coins first', () => {
    const first = instruments.toSorted((left, right) => left.popularity - right.popularity).slice(0, 12);
    expect(first.map(({ slug }) => slug)).toEqual(expect.arrayContaining(['btc', 'eth', 'usdttrc20', 'xmr', 'ltc', 'sol']));
  });
});

describe('rejects an invalid entry with an error that names it', () => {
  test.each<[string, Partial<CatalogueInstrument>, string]>([
    ['btc', { slug: 'xbt' }, 'network bitcoin pays its fees in btc, which is no instrument'],
    ['doge', { slug: 'do-ge' }, 'instrument do-ge needs a slug of small letters and digits'],
    ['usdttrc20', { network: 'moon' }, 'instrument usdttrc20 is on moon, which is no network of the catalogue'],
    ['usdttrc20', { precisionDecimals: 7 }, 'instrument usdttrc20 shows 7 digits and has 6'],
    ['usdttrc20', { contractAddress: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }, 'instrument usdttrc20 has no tron contract'],
    ['usdttrc20', { contractSource: null }, 'instrument usdttrc20 must name its contract'],
    ['btc', { requiresMemo: true }, 'instrument btc needs a memo, and bitcoin has none'],
    ['btc', { type: 'fiat' }, 'instrument btc is fiat and crypto at once'],
    ['ltc', { bestChangeName: 'BTC' }, 'has the same bestChangeName as'],
    ['usdcerc20', { currencyTitle: 'usdt' }, 'has the same ticker and network as'],
    ['daierc20', { transferRules: { hasFee: true, source: '' } }, 'instrument daierc20 needs a source of its transfer rules'],
    ['btc', { transferRules: { hasFee: true, source: 'https://a.test' } }, 'instrument btc has transfer rules and no contract'],
    ['daierc20', { transferRules: { source: 'https://a.test' } }, 'instrument daierc20 has transfer rules that say nothing'],
    ['daierc20', { transferRules: { blocklist: 'a()', source: 'https://a.test' } }, 'has a blocklist that is no function name'],
    ['btc', { logo: '../btc.svg' }, 'instrument btc has a logo that is no SVG file name'],
  ])('%s %o', (slug, changes, sentence) => {
    expect(() => buildCatalogue(networks, change(slug, changes))).toThrow(sentence);
  });

  test.each<[string, Partial<Network>, string]>([
    ['monero', { minConfirmations: 10 }, 'network monero needs at least 50 confirmations'],
    ['polygon', { chainId: null }, 'network polygon is of the evm family and needs a chainId'],
    ['tron', { nativeInstrument: 'btc' }, 'network tron pays its fees in btc, which lives on bitcoin'],
    ['tron', { typicalFeeUsd: '1e-2' }, 'network tron needs typicalFeeUsd as a decimal string'],
    ['tron', { transactionExplorer: 'http://tronscan.org' }, 'network tron has an explorer without https:// or {}'],
    ['tron', { title: 'BTC' }, 'has the same title as'],
  ])('network %s %o', (slug, changes, sentence) => {
    expect(() => buildCatalogue(changeNetwork(slug, changes), instruments)).toThrow(sentence);
  });
});
