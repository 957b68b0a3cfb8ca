type Reader = typeof import('../../contract/paymentUri/readPaymentUri.ts');

/**
 * Calls `take` with the parser of payment URIs when the text can be one ("bitcoin:bc1q…?amount=1"). The parser is loaded with the
 * first such text, so that pages don't wait for its code. Returns null for other text, and if the code can't be loaded: the
 * field keeps the text.
 */
export async function readPaymentRequest<Result>(text: string, take: (reader: Reader) => Result): Promise<Result | null> {
  if (!/^[a-z][a-z0-9+.-]+:/i.test(text.trim())) return null;
  const reader = await import('../../contract/paymentUri/readPaymentUri.ts').catch(() => null);
  return reader && take(reader);
}
