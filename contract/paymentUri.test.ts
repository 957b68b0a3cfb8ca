import { expect, test } from 'vitest';
import { sampleInstrument, sampleInstruments } from '../tests/support/sampleInstruments.ts';
import type { Instrument } from './api/instruments.ts';
import { buildPaymentUri } from './paymentUri.ts';
import { amountAskedFor, asksFor, readPaymentUri } from './readPaymentUri.ts';

const bitcoin = sampleInstrument('btc');
const ether = sampleInstrument('eth');

function on(family: string, scheme: string, changes: Partial<Instrument> = {}): Instrument {
  return { ...bitcoin, network: { ...sampleInstruments.btc.network, family, paymentUriScheme: scheme }, ...changes };
}

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const token: Instrument = { ...ether, currencyTitle: 'USDC', precisionDecimals: 6, decimals: 6, contractAddress: USDC };
const { decimals: _decimals, ...withoutDecimals } = token;
const { contractAddress: _contract, ...withoutContract } = ether;

test.each<[string, Instrument, string, string, string | null, string | null]>([
  ['BIP-21', bitcoin, 'bc1qaddress', '0.05', null, 'bitcoin:bc1qaddress?amount=0.05'],
  [
    'a prefix is not doubled',
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
    'a token of unknown base unit leaves the amount to the wallet',
    withoutDecimals,
    '0xdeposit',
    '12.5',
    null,
    `ethereum:${USDC}@1/transfer?address=0xdeposit`,
  ],
  ['Solana Pay', on('solana', 'solana'), 'soladdress', '0.5', null, 'solana:soladdress?amount=0.5'],
  [
    'Solana Pay, token',
    on('solana', 'solana', { contractAddress: 'mint' }),
    'soladdress',
    '2',
    null,
    'solana:soladdress?amount=2&spl-token=mint',
  ],
  [
    'TON with its comment',
    on('ton', 'ton', { decimals: 9 }),
    'EQaddress',
    '1.5',
    '42 7',
    'ton://transfer/EQaddress?amount=1500000000&text=42%207',
  ],
  ['Algorand', on('algorand', 'algorand', { decimals: 6 }), 'ALGOADDRESS', '1', null, 'algorand://ALGOADDRESS?amount=1000000'],
  ['TRON has no standard that tells tokens apart', sampleInstrument('usdttrc20'), 'Taddress', '5', null, null],
  ['a network without a scheme', sampleInstrument('xrp'), 'raddress', '5', '1', null],
  ['a host that says no contracts', withoutContract, '0xdeposit', '1', null, null],
])('%s', (_name, instrument, address, amount, memo, uri) => {
  expect(buildPaymentUri({ instrument, address, amount, memo })).toBe(uri);
});

test('an amount finer than the base unit is left to the wallet instead of rounded', () => {
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
