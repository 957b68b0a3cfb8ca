import { toDecimal, type Amount, type Decimal } from '../../contract/money.ts';
import type { Instrument } from '../../contract/schemas/instruments.ts';
import type { Availability, AvailabilityState } from '../instruments/availability.ts';
import type { Catalogue, CatalogueInstrument } from '../instruments/catalogue.ts';
import { presentInstrument } from '../instruments/presentInstrument.ts';
import type { ChainGateway } from '../ports/chain/chainGateway.ts';
import type { NetworkFees } from './networkFees.ts';
import type { Price, PriceBook } from './priceBook.ts';
import { roundSignificant } from './significant.ts';

/** Returns an instrument with its last known price and its availability. */
export type InstrumentPresenter = (instrument: CatalogueInstrument) => Instrument;

const LISTED_DIGITS = 8;
const FEE_DIGITS = 3;

/** Of money that the card provider takes: it can be paid with, not received (D27). */
const TAKEN_MONEY: AvailabilityState = {
  active: true,
  send: { active: true },
  receive: { active: false, reason: 'NOT_CONFIGURED' },
};

/**
 * Creates a presenter that caches each instrument until its price or state changes. Gateways say how fast networks are; `takenMoney` are
 * the slugs that the card provider takes.
 */
export function createInstrumentPresenter(
  catalogue: Catalogue,
  gateways: ReadonlyMap<string, Pick<ChainGateway, 'blockSeconds'>>,
  availability: Availability,
  book: PriceBook,
  takenMoney: readonly string[] = [],
): InstrumentPresenter {
  const cache = new Map<string, { price: Price | null; state: AvailabilityState; shown: Instrument }>();
  return (instrument) => {
    const price = book.lastKnown(instrument.marketSymbol);
    const state = takenMoney.includes(instrument.slug) ? TAKEN_MONEY : availability.stateOf(instrument.slug);
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

/**
 * Creates the presenter of instrument lists: it adds what a payout in the instrument and collecting a deposit in it cost (D53), in
 * USD with three significant digits, rounded up. Without a trusted price, an instrument has no fees.
 */
export function createListedPresenter(
  present: InstrumentPresenter,
  fees: Pick<NetworkFees, 'listed'>,
  now: () => number = Date.now,
): InstrumentPresenter {
  const feesOf = (instrument: CatalogueInstrument): { payoutFeeUsd: Decimal; collectionFeeUsd: Decimal } | null => {
    if (instrument.type === 'fiat') return null;
    try {
      const { payout, collection } = fees.listed(instrument, now());
      return { payoutFeeUsd: shown(payout), collectionFeeUsd: shown(collection) };
    } catch {
      // Prices are missing or not trusted at the moment.
      return null;
    }
  };
  return (instrument) => ({ ...present(instrument), ...feesOf(instrument) });
}

const shown = (fee: Amount): Decimal => toDecimal(roundSignificant(fee, FEE_DIGITS, 'up'));
