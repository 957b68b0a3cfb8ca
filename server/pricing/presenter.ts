import { toDecimal } from '../../contract/money.ts';
import type { Instrument } from '../../contract/schemas/instruments.ts';
import type { Availability, AvailabilityState } from '../instruments/availability.ts';
import type { Catalogue, CatalogueInstrument } from '../instruments/catalogue.ts';
import { presentInstrument } from '../instruments/presentInstrument.ts';
import type { ChainGateway } from '../ports/chain/chainGateway.ts';
import type { Price, PriceBook } from './priceBook.ts';
import { roundSignificant } from './significant.ts';

/** Returns an instrument with its last known price and its availability. */
export type InstrumentPresenter = (instrument: CatalogueInstrument) => Instrument;

const LISTED_DIGITS = 8;

/** Creates a presenter that caches each instrument until its price or state changes. Gateways say how fast networks are. */
export function createInstrumentPresenter(
  catalogue: Catalogue,
  gateways: ReadonlyMap<string, Pick<ChainGateway, 'blockSeconds'>>,
  availability: Availability,
  book: PriceBook,
): InstrumentPresenter {
  const cache = new Map<string, { price: Price | null; state: AvailabilityState; shown: Instrument }>();
  return (instrument) => {
    const price = book.lastKnown(instrument.marketSymbol);
    const state = availability.stateOf(instrument.slug);
    const known = cache.get(instrument.slug);
    if (known && known.price === price && known.state === state) return known.shown;
    const shown = presentInstrument(catalogue, instrument, {
      price: price && toDecimal(roundSignificant(price.middle, LISTED_DIGITS, 'down')),
      availability: state,
      blockSeconds: gateways.get(instrument.network)?.blockSeconds,
    });
    cache.set(instrument.slug, { price, state, shown });
    return shown;
  };
}
