import { toDecimal, type Decimal } from '../../contract/money.ts';
import type { Catalogue } from '../instruments/catalogue.ts';
import type { Price, PriceBook } from './priceBook.ts';

/**
 * USD for 1 of an instrument by its slug, to see what is at stake (D41). While a price is refused, the higher of it and the
 * last trusted one, and for a day after a day without any no less than before that: a wrong price must not make a cap wide.
 */
export interface UsdPrices {
  /** Null when no price was to be trusted for a day. */
  usdPrice(slug: string): Decimal | null;
  /**
   * However old the last trusted price is, as {@link PriceBook.lastTrusted} has it: for what waits for no market. Null when
   * there is none.
   */
  lastUsdPrice(slug: string): Decimal | null;
}

export function createUsdPrices(catalogue: Catalogue, book: PriceBook): UsdPrices {
  const symbolOf = (slug: string): string => catalogue.instruments.get(slug)?.marketSymbol ?? '';
  const middleOf = (price: Price | null): Decimal | null => price && toDecimal(price.middle);
  return {
    usdPrice: (slug) => middleOf(book.highest(symbolOf(slug))),
    lastUsdPrice: (slug) => middleOf(book.highestOfAnyAge(symbolOf(slug))),
  };
}
