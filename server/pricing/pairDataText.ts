import type { Instrument } from '../../contract/schemas/instruments.ts';
import type { PairData } from '../../contract/schemas/rates.ts';

/** Serialised pair data in pieces, because some callers write them without joining. */
export interface PairDataText {
  /** The body is their concatenation. */
  pieces: readonly string[];
  /** The texts of the two instruments. */
  instruments: readonly string[];
  /** The remaining terms, without the id and the times of the quote, which always change. */
  terms: string;
}

/** Cached texts of instruments: they are most of the bytes, and unchanged instruments are the same object. */
const instruments = new WeakMap<Instrument, string>();

export function pairDataText(pairData: PairData): PairDataText {
  const { instrumentFrom, instrumentTo, quoteId, updatedAt, validUntil, ...rest } = pairData;
  const [from, to] = [instrumentText(instrumentFrom), instrumentText(instrumentTo)];
  const offer = JSON.stringify(rest);
  const validity = JSON.stringify({ quoteId, updatedAt, validUntil });
  return {
    pieces: [offer.slice(0, -1), ',"instrumentFrom":', from, ',"instrumentTo":', to, ',', validity.slice(1)],
    instruments: [from, to],
    terms: offer,
  };
}

const bodies = new WeakMap<PairData, Buffer>();

/** Returns the whole body in UTF-8, joined once per object. */
export function pairDataBody(pairData: PairData): Buffer {
  const known = bodies.get(pairData);
  if (known !== undefined) return known;
  const body = Buffer.from(pairDataText(pairData).pieces.join(''));
  bodies.set(pairData, body);
  return body;
}

export interface TermsMemory {
  /** Returns whether the terms equal those of the last call, and stores them. */
  knows(text: Pick<PairDataText, 'instruments' | 'terms'>): boolean;
}

let scratch = Buffer.allocUnsafeSlow(2_048);
const MAX_BYTES_PER_UNIT = 3;

/**
 * Stores the last terms as bytes in a reused buffer. Thousands of strings per second would be promoted to the old generation
 * and make its garbage collection expensive.
 */
export function createTermsMemory(): TermsMemory {
  let instruments: readonly string[] = [];
  let bytes = Buffer.alloc(0);
  let length = -1;
  return {
    knows: (text) => {
      const most = text.terms.length * MAX_BYTES_PER_UNIT;
      if (scratch.length < most) scratch = Buffer.allocUnsafeSlow(most);
      const written = scratch.write(text.terms);
      const isKnown =
        written === length &&
        scratch.compare(bytes, 0, written, 0, written) === 0 &&
        text.instruments.every((instrument, index) => instrument === instruments[index]);
      if (isKnown) return true;
      if (bytes.length < written) bytes = Buffer.allocUnsafeSlow(written);
      scratch.copy(bytes, 0, 0, written);
      length = written;
      instruments = text.instruments;
      return false;
    },
  };
}

function instrumentText(instrument: Instrument): string {
  const known = instruments.get(instrument);
  if (known !== undefined) return known;
  const text = JSON.stringify(instrument);
  instruments.set(instrument, text);
  return text;
}
