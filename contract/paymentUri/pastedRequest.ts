import type { Instrument } from '../api/instruments.ts';
import type { Decimal } from '../money.ts';
import type { RequestFault } from './paymentStandards.ts';
import { readRequestFor } from './readPaymentUri.ts';

/** What a pasted payment request filled in, or why it was not taken. */
export type PasteNote =
  | { kind: 'filled'; withAmount: boolean; withMemo: boolean }
  | { kind: 'otherCoin'; scheme: string }
  | { kind: 'refused'; fault: RequestFault };

/** What the fields of a form get from a pasted payment request; null: they stay as they are. */
export interface PastedRequest {
  note: PasteNote;
  address: string | null;
  memo: string | null;
  amount: Decimal | null;
}

/** Reads a pasted text for a coin. Returns null for other text, and for a request on another network, which the host names. */
export function readPasted(text: string, instrument: Instrument, wantsAmount: boolean): PastedRequest | null {
  const reading = readRequestFor(text, instrument);
  if (!reading || reading.kind === 'otherNetwork') return null;
  const nothing = { address: null, memo: null, amount: null };
  if (reading.kind === 'refused') return { ...nothing, note: reading };
  const { address } = reading;
  if (reading.kind === 'otherCoin') return { ...nothing, address, note: { kind: 'otherCoin', scheme: reading.scheme } };
  const amount = wantsAmount ? reading.amount : null;
  const memo = instrument.requiresMemo ? reading.memo : null;
  return { address, memo, amount, note: { kind: 'filled', withAmount: amount !== null, withMemo: memo !== null } };
}
