import { isoTime } from '../../contract/isoTime.ts';
import { amount, percentChange, toDecimal } from '../../contract/money.ts';
import type { HistoryOutput } from '../../contract/schemas/rates.ts';
import type { MarketFeed } from '../ports/market/marketFeed.ts';
import { roundSignificant } from './significant.ts';

const HISTORY_DIGITS = 8;

/**
 * Returns the last 24 hours of the mid market price, `toSymbol` per 1 `fromSymbol`, oldest first. Each point of `from` is divided
 * by the latest earlier point of `to`. Empty if a source has no history.
 */
export function pairHistory(feed: Pick<MarketFeed, 'history'>, fromSymbol: string, toSymbol: string): HistoryOutput {
  const others = feed.history(toSymbol);
  let index = 0;
  const points = feed.history(fromSymbol).flatMap((point) => {
    while (index + 1 < others.length && (others[index + 1]?.at ?? Infinity) <= point.at) index += 1;
    const other = others[index];
    if (!other) return [];
    const price = toDecimal(roundSignificant(amount(point.price).div(amount(other.price)), HISTORY_DIGITS, 'down'));
    return [{ at: isoTime(point.at), price }];
  });
  const [first, last] = [points[0], points.at(-1)];
  return { points, changePercent: first && last ? percentChange(first.price, last.price) : '0' };
}
