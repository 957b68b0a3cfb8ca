import { amount, round, toDecimal, type Decimal } from '../../contract/money.ts';
import { CLAIMED_DEPOSIT_DECIMALS } from '../../contract/limits.ts';
import type { CatalogueInstrument } from '../instruments/catalogue.ts';
import type { PricingConfiguration } from './configuration.ts';
import type { PricingDesk } from './desk.ts';
import type { PriceBook } from './priceBook.ts';

/**
 * Returns a default amount in `from` (D45): the configured USD amount, rounded to one significant digit and clamped to the
 * bounds. Throws ERR_SERVICE_UNAVAILABLE without a trusted price.
 */
export function recommendAmount(
  { desk, book, configuration }: { desk: PricingDesk; book: PriceBook; configuration: PricingConfiguration },
  from: CatalogueInstrument,
  to: CatalogueInstrument,
  now: number,
): Decimal {
  const decimals = Math.min(from.precisionDecimals, CLAIMED_DEPOSIT_DECIMALS);
  const exact = amount(configuration.recommendedUsd).div(book.price(from.marketSymbol, now).middle);
  // Rounds to nearest: a stablecoin at 1.0001 USD yields 500, not 400.
  const rounded = round(exact.prec(1, 1), decimals, 'down');
  const { minimum, maximum } = desk.bounds(from.slug, to.slug);
  if (rounded.lt(amount(minimum))) return minimum;
  return rounded.gt(amount(maximum)) ? maximum : toDecimal(rounded);
}
