import { ApiError } from '../../contract/errors.ts';
import type { Part } from '../common/startParts.ts';
import type { PriceBook } from '../pricing/priceBook.ts';
import { createHedger } from './hedger.ts';
import type { HedgingContext } from './hedgingContext.ts';

/** Composes hedging (D71); without a venue, it has no parts. */
export function createHedging(
  context: Omit<HedgingContext, 'venue' | 'price'> & Partial<Pick<HedgingContext, 'venue'>>,
  book: Pick<PriceBook, 'price'>,
): { parts: Part[] } {
  const { venue, now } = context;
  if (!venue) return { parts: [] };
  const price: HedgingContext['price'] = (coin) => {
    try {
      return book.price(coin, now());
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  };
  const hedger = createHedger({ ...context, venue, price });
  return { parts: [{ name: 'hedging', start: () => hedger.start() }] };
}
