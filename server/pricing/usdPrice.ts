import { toDecimal, type Decimal } from '../../contract/money.ts';
import type { Catalogue } from '../instruments/catalogue.ts';
import type { Price, PriceBook } from './priceBook.ts';

/**
 * USD per unit of an instrument, for limits (D41). Uses {@link PriceBook.highest}, so that a wrong low price can't raise a limit.
 */
export interface UsdPrices {
  /** Null without a trusted price of the last day. */
  usdPrice(slug: string): Decimal | null;
  /**
   * Also uses older trusted prices, as {@link PriceBook.lastTrusted} does: for operations that don't wait for the market. Null
   * if there is none.
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
