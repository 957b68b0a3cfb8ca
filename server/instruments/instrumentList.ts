import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Instrument } from '../../contract/schemas/instruments.ts';
import type { Availability } from './availability.ts';
import type { Catalogue, CatalogueInstrument } from './catalogue.ts';

/** `active`: active coins; `withFiat`: with fiat money; `all`: with inactive instruments (D27). */
export type InstrumentSelection = 'active' | 'withFiat' | 'all';

/** A serialised list in its content encodings. */
export interface EncodedList {
  etag: string;
  json: Buffer;
  brotli: Buffer;
}

export interface InstrumentList {
  get(selection: InstrumentSelection): Promise<EncodedList>;
}

export interface InstrumentListOptions {
  catalogue: Catalogue;
  availability: Pick<Availability, 'onChange'>;
  present(instrument: CatalogueInstrument): Instrument;
  now?: () => number;
}

/** Maximum age in ms of the prices in the list, which serve for sorting and estimates. */
export const LIST_LIFETIME_MS = 15_000;
const QUICK_BUT_GOOD = 5;
const compress = promisify(brotliCompress);

/** Caches the serialised and compressed lists until an instrument is paused or resumed. */
export function createInstrumentList({
  catalogue,
  availability,
  present,
  now = Date.now,
}: InstrumentListOptions): InstrumentList {
  const sorted = [...catalogue.instruments.values()].toSorted((left, right) => left.popularity - right.popularity);
  const kept = new Map<InstrumentSelection, { at: number; list: Promise<EncodedList> }>();
  availability.onChange(() => kept.clear());

  const select = (selection: InstrumentSelection): Instrument[] =>
    sorted
      .map(present)
      .filter(
        ({ isActive, instrumentType }) =>
          selection === 'all' || (instrumentType === 'fiat' ? selection === 'withFiat' : isActive),
      );

  return {
    get: (selection) => {
      const known = kept.get(selection);
      if (known && now() - known.at < LIST_LIFETIME_MS) return known.list;
      const list = encode(select(selection));
      kept.set(selection, { at: now(), list });
      return list;
    },
  };
}

async function encode(instruments: readonly Instrument[]): Promise<EncodedList> {
  const json = Buffer.from(JSON.stringify(instruments));
  const brotli = await compress(json, { params: { [constants.BROTLI_PARAM_QUALITY]: QUICK_BUT_GOOD } });
  return { etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`, json, brotli };
}
