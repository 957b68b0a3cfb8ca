import { amount, round, toDecimal, type Decimal } from '../../contract/money.ts';
import { CLAIMED_DEPOSIT_DECIMALS } from '../../contract/limits.ts';
import type { CatalogueInstrument } from '../instruments/catalogue.ts';
import type { PricingConfiguration } from './configuration.ts';
import type { PricingDesk } from './desk.ts';
import type { PriceBook } from './priceBook.ts';

/**
 * An amount to begin with (D45): what the configured sum of dollars buys, as one digit and noughts, and within the bounds.
 * In `from`. Throws ERR_SERVICE_UNAVAILABLE when there is no reliable price.
 */
export function recommendAmount(
  { desk, book, configuration }: { desk: PricingDesk; book: PriceBook; configuration: PricingConfiguration },
  from: CatalogueInstrument,
  to: CatalogueInstrument,
  now: number,
): Decimal {
  const decimals = Math.min(from.precisionDecimals, CLAIMED_DEPOSIT_DECIMALS);
  const exact = amount(configuration.recommendedUsd).div(book.price(from.marketSymbol, now).middle);
  // To the nearest: a dollar coin at 1.0001 is still 500, not 400.
  const tidy = round(exact.prec(1, 1), decimals, 'down');
  const { minimum, maximum } = desk.bounds(from.slug, to.slug);
  if (tidy.lt(amount(minimum))) return minimum;
  return tidy.gt(amount(maximum)) ? maximum : toDecimal(tidy);
}
