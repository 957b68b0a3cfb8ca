import { describe, expect, it } from 'vitest';
import { sampleInstrument } from '../../tests/support/samples/sampleInstruments.ts';
import type { Instrument } from '../api/instruments.ts';
import { buildPaymentUri } from './paymentUri.ts';
import { amountAskedFor, asksFor, readPaymentUri } from './readPaymentUri.ts';

const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const ETHEREUM = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F';
const USDT_CONTRACT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const STELLAR = 'GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO';
const ISSUER = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN';
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
      'BITCOINCASH:QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A',
      { address: 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a' },
    ],
    [
      `ethereum:${ETHEREUM}@1?value=2.014e18`,
      { address: ETHEREUM, chain: 'eip155:1', units: '2014000000000000000', contractAddress: null },
    ],
    [`ethereum:pay-${ETHEREUM}`, { address: ETHEREUM, chain: null, units: null }],
    [
      `ethereum:${USDT_CONTRACT}@1/transfer?address=${ETHEREUM}&uint256=1e6`,
      { address: ETHEREUM, contractAddress: USDT_CONTRACT, units: '1000000' },
    ],
    ['ripple:rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh?amount=10&dt=4711', { family: 'ripple', amount: '10', memo: '4711' }],
    [
      'web+stellar:pay?destination=GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO&amount=120.1234567&memo=skdjfasf',
      {
        family: 'stellar',
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
    'shop:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    `address:${ETHEREUM}`,
    'ethereum:%E0%A4%A',
  ])('finds none in %j', (text) => {
    expect(readPaymentUri(text)).toBeNull();
  });

  // Each standard has its own parameters. One of another standard changes nothing.
  it.each([
    [`bitcoin:${BITCOIN}?destination=bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297`, { address: BITCOIN }],
    [
      `bitcoin:${BITCOIN}?tx_amount=5&value=7&dt=8&memo=9&spl-token=x&token=y`,
      { amount: null, memo: null, contractAddress: null },
    ],
    [`monero:${'4'.repeat(95)}?amount=5&tx_amount=2`, { amount: '2' }],
    [`ethereum:${ETHEREUM}?amount=5&uint256=5&address=${USDT_CONTRACT}&value=2`, { address: ETHEREUM, units: '2', amount: null }],
    [`solana:${'s'.repeat(44)}?token=x&destination=y&reference=a&reference=b&amount=1`, { contractAddress: null, amount: '1' }],
    ['ripple:rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh?destination=rOther&memo=5&tag=7', { memo: '7', fault: null }],
    [`ton://transfer/${'E'.repeat(48)}?memo=5&dt=7&text=9&amount=2`, { memo: '9', units: '2', amount: null }],
    [`tron:${'T'.repeat(34)}?spl-token=x&memo=5&value=3&amount=2`, { contractAddress: null, memo: null, amount: '2' }],
    ['bitcoin:?bc=bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4&amount=1', { address: BITCOIN, amount: '1' }],
    [`bitcoin:${BITCOIN}?amount=0&label=Ann&lno=a&lno=b&message=x`, { amount: null, fault: null }],
    [`zcash:?address=${'t'.repeat(35)}&amount=1`, { address: 't'.repeat(35), amount: '1' }],
    [
      `web+stellar:pay?destination=${STELLAR}&asset_code=USDC&asset_issuer=${ISSUER}&memo=7&memo_type=MEMO_ID`,
      { contractAddress: ISSUER, assetCode: 'USDC', memo: '7' },
    ],
    [
      `web+stellar:pay?destination=${STELLAR}&memo=${encodeURIComponent(Buffer.alloc(32, 7).toString('base64'))}&memo_type=MEMO_HASH`,
      { memo: '07'.repeat(32) },
    ],
    [`ton://transfer/${'E'.repeat(48)}?text=a+b`, { memo: 'a+b' }],
    [`ethereum:${ETHEREUM}?value=1e+18`, { units: '1000000000000000000' }],
  ])('reads %s by its own standard', (text, expected) => {
    expect(readPaymentUri(text)).toMatchObject({ fault: null, ...expected });
  });

  it.each<readonly [string, string, string]>([
    [`bitcoin:${BITCOIN}?amount=0.5&req-test=1`, 'REQUIRED', 'req-test'],
    [`bitcoin:${BITCOIN}?amount=0.5&amount=5`, 'REPEATED', 'amount'],
    [`bitcoin:${BITCOIN}?amount=1&AMOUNT=1`, 'REPEATED', 'amount'],
    [`litecoin:${BITCOIN}?amount=%E0%A4%A`, 'UNREADABLE', 'amount'],
    ...['-1', '1e3', 'NaN', '1,5', '1'.repeat(60)].map(
      (text) => [`dash:${BITCOIN}?amount=${text}`, 'UNREADABLE', 'amount'] as const,
    ),
    [`ethereum:${ETHEREUM}?value=1.5e0`, 'UNREADABLE', 'value'],
    [`ethereum:${ETHEREUM}@0x1?value=1`, 'UNREADABLE', 'chain'],
    [`ethereum:${ETHEREUM}/approve?address=${ETHEREUM}&uint256=1`, 'UNSUPPORTED', 'approve'],
    [`ethereum:${USDT_CONTRACT}/transfer?uint256=1`, 'UNREADABLE', 'address'],
    [`ethereum:${USDT_CONTRACT}/transfer?uint256=1&address=${ETHEREUM}&value=1`, 'UNSUPPORTED', 'value'],
    [`ethereum:${USDT_CONTRACT}/transfer?uint256=1&address=${ETHEREUM}&address=${USDT_CONTRACT}`, 'REPEATED', 'address'],
    [`monero:${'4'.repeat(95)};${'8'.repeat(95)}?tx_amount=1;2`, 'UNREADABLE', 'tx_amount'],
    [`monero:${'4'.repeat(95)};${'8'.repeat(95)}`, 'UNSUPPORTED', 'address'],
    [`monero:${'4'.repeat(95)}?tx_payment_id=0123456789abcdef`, 'UNSUPPORTED', 'tx_payment_id'],
    [`zcash:${'t'.repeat(35)}?amount=1&address.1=${'t'.repeat(35)}&amount.1=2`, 'UNSUPPORTED', 'address.1'],
    ['solana:https%3A%2F%2Fexample.org%2Fpay', 'UNSUPPORTED', 'address'],
    [`web+stellar:tx?xdr=AAAA`, 'UNSUPPORTED', 'tx'],
    [`web+stellar:pay?destination=${STELLAR}&network_passphrase=Test`, 'UNSUPPORTED', 'network_passphrase'],
    [`web+stellar:pay?destination=${STELLAR}&memo=AA&memo_type=MEMO_RETURN`, 'UNSUPPORTED', 'memo_type'],
    ['ripple:rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh?dt=1&tag=2', 'REPEATED', 'dt'],
    ['xrpl:rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh?amount=2&network=XAHAU', 'UNSUPPORTED', 'network'],
    [`ton://transfer/${'E'.repeat(48)}?amount=2&bin=te6c`, 'UNSUPPORTED', 'bin'],
  ])('refuses %s: %s %s', (text, kind, parameter) => {
    const uri = readPaymentUri(text);
    expect(uri?.fault).toEqual({ kind, parameter });
    for (const instrument of [btc, eth, usdt]) expect(uri && asksFor(uri, instrument)).toBe(false);
  });

  it.each([
    [`eth:${ETHEREUM}`, 'eip155:1'],
    [`arb1:${ETHEREUM}`, 'eip155:42161'],
    [`eip155:137:${ETHEREUM}`, 'eip155:137'],
    [`bip122:000000000019d6689c085ae165831e93:${BITCOIN}`, 'bip122:000000000019d6689c085ae165831e93'],
    ['cosmos:osmosis-1:osmo1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq', 'cosmos:osmosis-1'],
    [`ethereum:${ETHEREUM}@137`, 'eip155:137'],
  ])('%s is an address on %s', (text, chain) => {
    expect(readPaymentUri(text)).toMatchObject({ chain, fault: null });
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
