import { cleanMachineText } from '../../contract/input/machineText.ts';
import type { PastedRequest } from '../../contract/paymentUri/pastedRequest.ts';
import type { RequestReading } from '../../contract/paymentUri/readPaymentUri.ts';

type Coin = Parameters<typeof import('../../contract/paymentUri/readPaymentUri.ts').readRequestFor>[1];
type FormCoin = Parameters<typeof import('../../contract/paymentUri/pastedRequest.ts').readPasted>[1];

/** Whether a text may be a payment request ("bitcoin:bc1q…?amount=1") or an address with its chain ("arb1:0x…"). */
const mayBeRequest = (text: string): boolean => /^[a-z][a-z0-9+.-]+:/i.test(cleanMachineText(text));

/**
 * Reads a text as a payment request for a coin, or as an address with its chain. The parser is loaded with the first such text, so that
 * pages don't wait for its code. Returns null for other text, and if the code can't be loaded: the field keeps the text, and the host
 * judges it.
 */
export async function readPaymentRequest(text: string, coin: Coin): Promise<RequestReading | null> {
  if (!mayBeRequest(text)) return null;
  const reader = await import('../../contract/paymentUri/readPaymentUri.ts').catch(() => null);
  return reader && reader.readRequestFor(text, coin);
}

/** Returns what the fields of a form get from a text, as {@link readPaymentRequest} reads it. */
export async function readPastedRequest(text: string, coin: FormCoin, wantsAmount: boolean): Promise<PastedRequest | null> {
  if (!mayBeRequest(text)) return null;
  const reader = await import('../../contract/paymentUri/pastedRequest.ts').catch(() => null);
  return reader && reader.readPasted(text, coin, wantsAmount);
}
