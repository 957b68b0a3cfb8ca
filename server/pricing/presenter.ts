import { toDecimal } from '../../contract/money.ts';
import type { Instrument } from '../../contract/schemas/instruments.ts';
import type { Availability, AvailabilityState } from '../instruments/availability.ts';
import type { Catalogue, CatalogueInstrument } from '../instruments/catalogue.ts';
import { presentInstrument } from '../instruments/presentInstrument.ts';
import type { Price, PriceBook } from './priceBook.ts';
import { roundSignificant } from './significant.ts';

/** An instrument as it is now: with its last known price and whether it can be exchanged. */
export type InstrumentPresenter = (instrument: CatalogueInstrument) => Instrument;

const LISTED_DIGITS = 8;

/** Presents each instrument again only when its price or its state changed. */
export function createInstrumentPresenter(
  catalogue: Catalogue,
  availability: Availability,
  book: PriceBook,
): InstrumentPresenter {
  const kept = new Map<string, { price: Price | null; state: AvailabilityState; shown: Instrument }>();
  return (instrument) => {
    const price = book.lastKnown(instrument.marketSymbol);
    const state = availability.stateOf(instrument.slug);
    const known = kept.get(instrument.slug);
    if (known && known.price === price && known.state === state) return known.shown;
    const shown = presentInstrument(catalogue, instrument, {
      price: price && toDecimal(roundSignificant(price.middle, LISTED_DIGITS, 'down')),
      availability: state,
    });
    kept.set(instrument.slug, { price, state, shown });
    return shown;
  };
}
