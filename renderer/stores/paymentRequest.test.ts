import { expect, test } from 'vitest';
import { readPaymentRequest } from './paymentRequest.ts';

test.each(['bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=1', ' web+stellar:pay?destination=GABCDEFGH '])(
  'reads %j with the parser',
  async (text) =>
    expect(await readPaymentRequest(text, ({ readPaymentUri }) => readPaymentUri(text)?.scheme)).toMatch(/bitcoin|stellar/),
);

test.each(['', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '0x12', '1:2'])('takes %j as it is', async (text) => {
  expect(await readPaymentRequest(text, () => 'read')).toBeNull();
});
