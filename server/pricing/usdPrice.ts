import { toDecimal, type Decimal } from '../../contract/money.ts';
import type { Catalogue } from '../instruments/catalogue.ts';
import type { PriceBook } from './priceBook.ts';

/**
 * USD for 1 of an instrument by its slug, to see what is at stake (D41's caps); null when no price was ever to be trusted.
 * While one is refused, the higher of it and the last trusted one: a wrong price must not make a cap wide.
 */
export function createUsdPrice(catalogue: Catalogue, book: PriceBook): (slug: string) => Decimal | null {
  return (slug) => {
    const price = book.highest(catalogue.instruments.get(slug)?.marketSymbol ?? '');
    return price && toDecimal(price.middle);
  };
}
