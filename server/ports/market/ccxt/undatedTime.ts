import { PRICE_STALE_MS } from '../../../../contract/limits.ts';

/** What an exchange says of a market, as far as it tells whether anything moved there. */
export interface UndatedTicker {
  bid?: unknown;
  ask?: unknown;
}

/**
 * When prices were true that come without a time, which many exchanges leave out (Kraken among them). An answer is no
 * older than its question, so it is dated to that, not to when it came. But a cache in between can repeat an old answer
 * for ever: when not one price of the whole exchange moved for as long as a price may be old, they keep the time of the
 * last move and grow stale. A quiet market alone proves nothing; a dollar coin may stand still for minutes.
 */
export function createUndatedTime(): (tickers: readonly (UndatedTicker | undefined)[], asked: number) => number {
  let known = '';
  let movedAt = 0;
  return (tickers, asked) => {
    const now = JSON.stringify(tickers.map((ticker) => [ticker?.bid, ticker?.ask]));
    if (now !== known) {
      known = now;
      movedAt = asked;
    }
    return asked - movedAt > PRICE_STALE_MS ? movedAt : asked;
  };
}
