import type { Instrument } from '../../contract/schemas/instruments.ts';
import type { PairData } from '../../contract/schemas/rates.ts';

/** Pair data as it goes over the wire. */
export interface PairDataText {
  body: string;
  /** The same without what differs in every quote (its id and times): equal as long as nothing changed for the customer. */
  content: string;
}

/** Instruments are most of the bytes, and stay the same object while nothing about them changes. */
const instruments = new WeakMap<Instrument, string>();
const texts = new WeakMap<PairData, PairDataText>();

/** Serialised once per object, however many clients get it. */
export function pairDataText(pairData: PairData): PairDataText {
  const known = texts.get(pairData);
  if (known) return known;
  const { instrumentFrom, instrumentTo, quoteId, updatedAt, validUntil, ...rest } = pairData;
  const pair = `"instrumentFrom":${instrumentText(instrumentFrom)},"instrumentTo":${instrumentText(instrumentTo)}`;
  const content = `{${pair},${JSON.stringify(rest).slice(1)}`;
  const body = `${content.slice(0, -1)},${JSON.stringify({ quoteId, updatedAt, validUntil }).slice(1)}`;
  const text = { body, content };
  texts.set(pairData, text);
  return text;
}

function instrumentText(instrument: Instrument): string {
  const known = instruments.get(instrument);
  if (known !== undefined) return known;
  const text = JSON.stringify(instrument);
  instruments.set(instrument, text);
  return text;
}
