import { expect, test } from 'vitest';
import { sampleInstrument } from '../../tests/support/samples/sampleInstruments.ts';
import { readPaymentRequest } from './paymentRequest.ts';

const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const ETHEREUM = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F';
const [btc, eth] = [sampleInstrument('btc'), sampleInstrument('eth')];

test.each([
  [` bitcoin:${BITCOIN}?amount=1`, btc, { kind: 'taken', address: BITCOIN, memo: null, amount: '1' }],
  [`eth:${ETHEREUM}`, eth, { kind: 'taken', address: ETHEREUM, memo: null, amount: null }],
  [
    `ethereum:${ETHEREUM}`,
    sampleInstrument('eth', { contractAddress: '0xdac' }),
    { kind: 'taken', address: ETHEREUM, memo: null, amount: null },
  ],
  [
    `ethereum:${ETHEREUM}?value=1`,
    sampleInstrument('eth', { contractAddress: '0xdac' }),
    { kind: 'otherCoin', address: ETHEREUM, memo: null, scheme: 'ethereum' },
  ],
  [`arb1:${ETHEREUM}`, eth, { kind: 'otherNetwork' }],
  [`bitcoin:${BITCOIN}`, eth, { kind: 'otherNetwork' }],
  [`bitcoin:${BITCOIN}?req-x=1`, btc, { kind: 'refused', fault: { kind: 'REQUIRED', parameter: 'req-x' } }],
  [
    `algorand://${'A'.repeat(58)}?note=7`,
    sampleInstrument('btc', { network: { ...sampleInstrument('btc').network, family: 'algorand' } as never }),
    { kind: 'refused', fault: { kind: 'UNSUPPORTED', parameter: 'memo' } },
  ],
])('reads %j for a coin', async (text, coin, reading) => {
  expect(await readPaymentRequest(text, coin)).toEqual(reading);
});

test.each(['', BITCOIN, '0x12', '1:2'])('takes %j as it is', async (text) => {
  expect(await readPaymentRequest(text, btc)).toBeNull();
});
