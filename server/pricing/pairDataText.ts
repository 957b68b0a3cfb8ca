import type { Instrument } from '../../contract/schemas/instruments.ts';
import type { PairData } from '../../contract/schemas/rates.ts';

/** Pair data as it goes over the wire, in pieces: joining them is work, and who writes them one by one needs it not. */
export interface PairDataText {
  /** One behind the other they are the body. */
  pieces: readonly string[];
  /** Those of the pieces in which something changes for the customer; not the quote's id and times, which always do. */
  terms: readonly string[];
}

/** Instruments are most of the bytes, and stay the same object while nothing about them changes. */
const instruments = new WeakMap<Instrument, string>();

export function pairDataText(pairData: PairData): PairDataText {
  const { instrumentFrom, instrumentTo, quoteId, updatedAt, validUntil, ...rest } = pairData;
  const [from, to] = [instrumentText(instrumentFrom), instrumentText(instrumentTo)];
  const offer = JSON.stringify(rest);
  const validity = JSON.stringify({ quoteId, updatedAt, validUntil });
  return {
    pieces: [offer.slice(0, -1), ',"instrumentFrom":', from, ',"instrumentTo":', to, ',', validity.slice(1)],
    terms: [from, to, offer],
  };
}

const bodies = new WeakMap<PairData, string>();

/** The whole of it, joined once per object, however many clients get it. */
export function pairDataBody(pairData: PairData): string {
  const known = bodies.get(pairData);
  if (known !== undefined) return known;
  const body = pairDataText(pairData).pieces.join('');
  bodies.set(pairData, body);
  return body;
}

/** Whether two offers are the same for the customer. */
export function areSameTerms(one: PairDataText['terms'], other: PairDataText['terms']): boolean {
  return one.every((term, index) => term === other[index]);
}

function instrumentText(instrument: Instrument): string {
  const known = instruments.get(instrument);
  if (known !== undefined) return known;
  const text = JSON.stringify(instrument);
  instruments.set(instrument, text);
  return text;
}
