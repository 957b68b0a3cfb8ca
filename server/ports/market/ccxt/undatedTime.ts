import { PRICE_STALE_MS } from '../../../../contract/limits.ts';

/** The prices of a ticker without a time. */
export interface UndatedTicker {
  bid?: unknown;
  ask?: unknown;
}

/**
 * Returns a function that dates prices without a time, which many exchanges leave out (Kraken among them). A response is no older
 * than its request, so the time of the request counts. But a cache in between can repeat an old response for ever. So when no
 * price of the whole exchange changed for as long as a price may be old, they keep the time of the last change and become stale.
 * A single quiet market proves nothing: a dollar coin may not move for minutes.
 */
export function createUndatedTime(): (tickers: readonly (UndatedTicker | undefined)[], requestedAt: number) => number {
  let known = '';
  let movedAt = 0;
  return (tickers, requestedAt) => {
    const now = JSON.stringify(tickers.map((ticker) => [ticker?.bid, ticker?.ask]));
    if (now !== known) {
      known = now;
      movedAt = requestedAt;
    }
    return requestedAt - movedAt > PRICE_STALE_MS ? movedAt : requestedAt;
  };
}
