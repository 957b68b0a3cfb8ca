import { cleanMachineText } from '../../contract/input/machineText.ts';
import type { RequestReading } from '../../contract/paymentUri/readPaymentUri.ts';

type Coin = Parameters<typeof import('../../contract/paymentUri/readPaymentUri.ts').readRequestFor>[1];

/**
 * Reads a text as a payment request for a coin ("bitcoin:bc1q…?amount=1"), or as an address with its chain ("arb1:0x…"). The parser is
 * loaded with the first such text, so that pages don't wait for its code. Returns null for other text, and if the code can't be
 * loaded: the field keeps the text, and the host judges it.
 */
export async function readPaymentRequest(text: string, coin: Coin): Promise<RequestReading | null> {
  if (!/^[a-z][a-z0-9+.-]+:/i.test(cleanMachineText(text))) return null;
  const reader = await import('../../contract/paymentUri/readPaymentUri.ts').catch(() => null);
  return reader && reader.readRequestFor(text, coin);
}
