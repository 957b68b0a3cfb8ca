import type { Instrument } from '../../contract/schemas/instruments.ts';
import type { PairData } from '../../contract/schemas/rates.ts';

/** Pair data as it goes over the wire, in pieces: joining them is work, and who writes them one by one needs it not. */
export interface PairDataText {
  /** One behind the other they are the body. */
  pieces: readonly string[];
  /** What changes for the customer; not the quote's id and times, which always do. The instruments' texts … */
  instruments: readonly string[];
  /** … and the rest. */
  terms: string;
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
    instruments: [from, to],
    terms: offer,
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

export interface TermsMemory {
  /** Whether these are the terms that it was shown last, which from now on they are. */
  knows(text: Pick<PairDataText, 'instruments' | 'terms'>): boolean;
}

let scratch = Buffer.allocUnsafeSlow(2_048);
const MOST_BYTES_OF_A_UNIT = 3;

/**
 * Keeps terms as bytes, in one place: thousands of texts a second that each live until the next would all outlive the young
 * generation, and the old one would be collected for little else.
 */
export function createTermsMemory(): TermsMemory {
  let instruments: readonly string[] = [];
  let bytes = Buffer.alloc(0);
  let length = -1;
  return {
    knows: (text) => {
      const most = text.terms.length * MOST_BYTES_OF_A_UNIT;
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
