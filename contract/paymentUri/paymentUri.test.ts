import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleInstrument, sampleInstruments } from '../../tests/support/samples/sampleInstruments.ts';
import type { Instrument } from '../api/instruments.ts';
import { buildPaymentUri } from './paymentUri.ts';
import { amountAskedFor, asksFor, readPaymentUri } from './readPaymentUri.ts';

const bitcoin = sampleInstrument('btc');
const ether = sampleInstrument('eth');

function on(family: string, scheme: string, changes: Partial<Instrument> = {}): Instrument {
  return { ...bitcoin, network: { ...sampleInstruments.btc.network, family, paymentUriScheme: scheme }, ...changes };
}

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const token: Instrument = { ...ether, currencyTitle: 'USDC', precisionDecimals: 6, decimals: 6, contractAddress: USDC };
const chained = (chainId: number | null): Instrument => ({ ...ether, network: { ...sampleInstruments.eth.network, chainId } });
const { decimals: _decimals, ...withoutDecimals } = token;
const { contractAddress: _contract, ...withoutContract } = ether;

test.each<[string, Instrument, string, string, string | null, string | null]>([
  ['BIP-21', bitcoin, 'bc1qaddress', '0.05', null, 'bitcoin:bc1qaddress?amount=0.05'],
  [
    'does not repeat a prefix',
    on('bitcoincash', 'bitcoincash'),
    'bitcoincash:qpaddress',
    '1',
    null,
    'bitcoincash:qpaddress?amount=1',
  ],
  ['Monero', on('monero', 'monero'), '4address', '1.5', null, 'monero:4address?tx_amount=1.5'],
  ['EIP-681, native', ether, '0xdeposit', '0.05', null, 'ethereum:0xdeposit@1?value=50000000000000000'],
  ['EIP-681, token', token, '0xdeposit', '12.5', null, `ethereum:${USDC}@1/transfer?address=0xdeposit&uint256=12500000`],
  [
    'omits the amount of a token with an unknown base unit',
    withoutDecimals,
    '0xdeposit',
    '12.5',
    null,
    `ethereum:${USDC}@1/transfer?address=0xdeposit`,
  ],
  ['Solana Pay', on('solana', 'solana'), 'soladdress', '0.5', null, 'solana:soladdress?amount=0.5'],
  [
    'Solana Pay, token',
    on('solana', 'solana', { contractAddress: MINT }),
    'soladdress',
    '2',
    null,
    `solana:soladdress?amount=2&spl-token=${MINT}`,
  ],
  [
    'TON with a comment',
    on('ton', 'ton', { decimals: 9 }),
    'EQaddress',
    '1.5',
    '42 7',
    'ton://transfer/EQaddress?amount=1500000000&text=42%207',
  ],
  ['Algorand', on('algorand', 'algorand', { decimals: 6 }), 'ALGOADDRESS', '1', null, 'algorand://ALGOADDRESS?amount=1000000'],
  ['TRON has no standard that tells tokens apart', sampleInstrument('usdttrc20'), 'Taddress', '5', null, null],
  ['XLS-2', on('ripple', 'xrpl'), 'rxrpaddress', '5', '123', 'xrpl:rxrpaddress?amount=5&dt=123'],
  ['a network without a scheme', sampleInstrument('xrp'), 'raddress', '5', '1', null],
  ['a host that says no contracts', withoutContract, '0xdeposit', '1', null, null],
  ['no chain: whichever the wallet is on', chained(null), '0xdeposit', '1', null, null],
  ['a memo that the request has no place for', bitcoin, 'bc1qaddress', '1', '7', null],
  ['nothing to pay', bitcoin, 'bc1qaddress', '0', null, null],
])('%s', (_name, instrument, address, amount, memo, uri) => {
  expect(buildPaymentUri({ instrument, address, amount, memo })).toBe(uri);
});

test('omits an amount finer than the base unit instead of rounding it', () => {
  const instrument = { ...token, decimals: 2 };
  expect(buildPaymentUri({ instrument, address: '0xdeposit', amount: '1.005', memo: null })).not.toContain('uint256');
});

test.each([
  [bitcoin, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  [ether, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'],
  [token, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'],
])('what is built is read back as it was', (instrument, address) => {
  const uri = readPaymentUri(buildPaymentUri({ instrument, address, amount: '0.05', memo: null }) ?? '');
  expect(uri?.address).toBe(address);
  expect(uri && asksFor(uri, instrument)).toBe(true);
  expect(uri && amountAskedFor(uri, instrument)).toBe('0.05');
});

const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const ETHEREUM = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';
const ATTACKER = '0x000000000000000000000000000000000000dEaD';

test.each<[string, Instrument, string]>([
  ['a scheme with an address in it', on('bitcoin', 'bitcoin:bc1qattacker?amount=0.05&x'), BITCOIN],
  ['the scheme of another family', on('bitcoin', 'ethereum'), BITCOIN],
  ['a family that is none', on('constructor', 'bitcoin'), BITCOIN],
  ['a contract where there are none', { ...bitcoin, contractAddress: USDC }, BITCOIN],
  ['a contract with an address in it', { ...token, contractAddress: `${ATTACKER}@1?value=1&x=` }, ETHEREUM],
  ['a contract with a call in it', { ...token, contractAddress: `${USDC}@1/transfer?address=${ATTACKER}&x=` }, ETHEREUM],
  ['an escaped contract', { ...token, contractAddress: `${USDC}%401/transfer` }, ETHEREUM],
  ['a chain that is a text', chained('1?value=1&x=' as unknown as number), ETHEREUM],
  ['a chain with a fraction', chained(1.5), ETHEREUM],
  ['a negative base unit', { ...ether, decimals: -1 }, `${ETHEREUM}?x=`],
  ['an address with a query in it', bitcoin, 'bc1qattacker?amount=1&x='],
])('%s makes no request', (_what, instrument, address) => {
  expect(buildPaymentUri({ instrument, address, amount: '0.05', memo: null })).toBeNull();
});

test.each(['scheme', 'contract', 'address', 'memo'] as const)('pays the given address for any %s', (part) => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webFragments(), fc.constantFrom('ethereum', USDC, ETHEREUM)), (text) => {
      const instrument: Instrument = {
        ...token,
        ...(part === 'contract' && { contractAddress: text }),
        ...(part === 'scheme' && { network: { ...sampleInstruments.eth.network, paymentUriScheme: text } }),
      };
      const address = part === 'address' ? text : ETHEREUM;
      const built = buildPaymentUri({ instrument, address, amount: '0.05', memo: part === 'memo' ? text : null });
      if (built === null) return;
      const uri = readPaymentUri(built);
      expect([uri?.scheme, uri?.address, uri?.chain]).toEqual(['ethereum', address, 'eip155:1']);
      expect(uri && amountAskedFor(uri, instrument)).toBe('0.05');
    }),
  );
});
