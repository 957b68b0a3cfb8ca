import { describe, expect, it } from 'vitest';
import { sampleInstrument } from '../../tests/support/samples/sampleInstruments.ts';
import type { Instrument } from '../api/instruments.ts';
import { buildPaymentUri } from './paymentUri.ts';
import { amountAskedFor, asksFor, readPaymentUri } from './readPaymentUri.ts';

const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const ETHEREUM = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F';
const USDT_CONTRACT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const btc = sampleInstrument('btc');
const eth = sampleInstrument('eth');
const usdt = sampleInstrument('eth', { slug: 'usdterc20', contractAddress: USDT_CONTRACT, decimals: 6, precisionDecimals: 6 });

function withNetwork(instrument: Instrument, changes: Partial<NonNullable<Instrument['network']>>): Instrument {
  if (!instrument.network) throw new Error('A sample without network');
  return { ...instrument, network: { ...instrument.network, ...changes } };
}

describe('reading a payment URI', () => {
  it.each([
    [`bitcoin:${BITCOIN}?amount=0.05&label=Ann`, { scheme: 'bitcoin', address: BITCOIN, amount: '0.05' }],
    [`BITCOIN:${BITCOIN.toUpperCase()}`, { scheme: 'bitcoin', address: BITCOIN.toUpperCase(), amount: null }],
    [
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      { address: 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a' },
    ],
    [
      `ethereum:${ETHEREUM}@1?value=2.014e18`,
      { address: ETHEREUM, chainId: 1, units: '2014000000000000000', contractAddress: null },
    ],
    [`ethereum:pay-${ETHEREUM}`, { address: ETHEREUM, chainId: null, units: null }],
    [
      `ethereum:${USDT_CONTRACT}@1/transfer?address=${ETHEREUM}&uint256=1e6`,
      { address: ETHEREUM, contractAddress: USDT_CONTRACT, units: '1000000' },
    ],
    ['ripple:rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh?amount=10&dt=4711', { scheme: 'xrpl', amount: '10', memo: '4711' }],
    [
      'web+stellar:pay?destination=GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO&amount=120.1234567&memo=skdjfasf',
      {
        scheme: 'stellar',
        address: 'GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO',
        amount: '120.1234567',
        memo: 'skdjfasf',
      },
    ],
    [
      'ton://transfer/EQD__________________________________________0vo?amount=1500000000&text=order%207',
      { scheme: 'ton', units: '1500000000', memo: 'order 7' },
    ],
    [
      'monero:46BeWrHpwXmHDpDEUmZBWZfoQpdc6HaERCNmx1pEYL2rAcuwufPN9rXHHtyUA4QVy66qeFQkn6sfK8aHYjA3jk3o1Bv16em?tx_amount=2.5',
      { amount: '2.5' },
    ],
  ])('%s', (text, expected) => {
    expect(readPaymentUri(text)).toMatchObject(expected);
  });

  it.each([
    BITCOIN,
    '',
    'bitcoin:',
    'bitcoin:?amount=1',
    'https://example.org/',
    `ethereum:${ETHEREUM}/approve?address=x`,
    'ethereum:%E0%A4%A',
  ])('finds none in %j', (text) => {
    expect(readPaymentUri(text)).toBeNull();
  });

  it.each(['-1', '1e3', 'NaN', '0', '1,5', '1'.repeat(60)])('ignores the invalid amount %s', (amount) => {
    expect(readPaymentUri(`bitcoin:${BITCOIN}?amount=${amount}`)).toMatchObject({ amount: null });
  });

  it('ignores fractional base units', () => {
    expect(readPaymentUri(`ethereum:${ETHEREUM}?value=1.5e0`)).toMatchObject({ units: null });
  });
});

describe('the request of a payment URI', () => {
  const read = (text: string) => {
    const uri = readPaymentUri(text);
    if (!uri) throw new Error(`No URI: ${text}`);
    return uri;
  };

  it('matches an instrument only on the same chain and token', () => {
    const native = read(`ethereum:${ETHEREUM}@1?value=1e18`);
    const token = read(`ethereum:${USDT_CONTRACT.toLowerCase()}@1/transfer?address=${ETHEREUM}&uint256=2500000`);
    expect(asksFor(native, eth)).toBe(true);
    expect(asksFor(native, usdt)).toBe(false);
    expect(asksFor(token, usdt)).toBe(true);
    expect(asksFor(read(`ethereum:${ETHEREUM}@56?value=1`), eth)).toBe(false);
    expect(asksFor(native, btc)).toBe(false);
    expect(asksFor(native, withNetwork(eth, { chainId: 10 }))).toBe(false);
  });

  it('returns whole coins', () => {
    expect(amountAskedFor(read(`ethereum:${ETHEREUM}?value=15e17`), eth)).toBe('1.5');
    expect(amountAskedFor(read(`ethereum:${USDT_CONTRACT}/transfer?address=${ETHEREUM}&uint256=2500000`), usdt)).toBe('2.5');
    expect(amountAskedFor(read(`bitcoin:${BITCOIN}?amount=0.5`), btc)).toBe('0.5');
    expect(amountAskedFor(read(`bitcoin:${BITCOIN}?amount=0.5`), eth)).toBeNull();
  });

  it('uses the network family when the network has no scheme', () => {
    const uri = read('xrpl:rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh?amount=10');
    expect(amountAskedFor(uri, sampleInstrument('xrp'))).toBe('10');
    expect(asksFor(uri, withNetwork(sampleInstrument('xrp'), { family: 'stellar' }))).toBe(false);
  });

  it.each([btc, eth, usdt])('equals the request that was built for $slug', (instrument) => {
    const address = instrument === btc ? BITCOIN : ETHEREUM;
    const built = buildPaymentUri({ instrument, address, amount: '0.125', memo: null });
    const uri = read(built ?? '');
    expect(uri.address).toBe(address);
    expect(amountAskedFor(uri, instrument)).toBe('0.125');
  });
});
