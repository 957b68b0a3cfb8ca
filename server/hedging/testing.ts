import { randomUUID } from 'node:crypto';
import { amount, type Decimal } from '../../contract/money.ts';
import { createEmbeddedVenueStore } from '../db/repositories/venues/embeddedVenue.ts';
import type { OrderHost } from '../orders/testing/orderHost.ts';
import { post, transferLines } from '../payments/ledger.ts';
import { createEmbeddedVenue } from '../ports/venue/embedded/embeddedVenue.ts';
import type { LiquidityVenue } from '../ports/venue/liquidityVenue.ts';
import { createHedger } from './hedger.ts';
import type { HedgingContext } from './hedgingContext.ts';
import { DEFAULT_LIMITS, type HedgingLimits } from './hedgingSettings.ts';

/** The market of the embedded venue, without a spread. */
export const MARKET_PRICES: Record<string, Decimal> = { BTC: '60000', ETH: '3000', USDT: '1' };

/**
 * Creates the hedger of an order host with the embedded venue. `wrap` may change the venue that it sees, `prices` are in USD,
 * `maximumUsd` is the largest order.
 */
export function createHedgingOn(
  host: OrderHost,
  options: Partial<HedgingLimits> & {
    prices?: Record<string, Decimal>;
    wrap?: (venue: LiquidityVenue) => LiquidityVenue;
    maximumUsd?: Decimal;
  } = {},
) {
  const { wrap = (one: LiquidityVenue) => one, prices = MARKET_PRICES, maximumUsd = '10000', ...limits } = options;
  const { now } = host.context;
  const feed = {
    symbols: () => Object.keys(prices),
    tick: (symbol: string) => {
      const price = prices[symbol];
      return price === undefined ? undefined : { symbol, bid: price, ask: price, at: now() };
    },
  };
  const embedded = createEmbeddedVenue({ store: createEmbeddedVenueStore(host.database), feed, now, slowMs: 1, lateMs: 4_000 });
  const venue = wrap(embedded.venue);
  const context: HedgingContext = {
    ...host.context,
    venue,
    limits: { ...DEFAULT_LIMITS, ...limits },
    pricing: { maximumUsd },
    price: (coin) => {
      const price = prices[coin];
      if (price === undefined) return null;
      return { bid: amount(price), ask: amount(price), middle: amount(price), at: now(), version: 1 };
    },
  };
  return { context, venue, controls: embedded.controls, hedger: createHedger(context) };
}

/** Books an exchange of a coin at the desk, as an order does: `received` of the coin came in; negative: it was paid out. */
export async function leaveOpen(host: OrderHost, instrument: string, received: Decimal): Promise<void> {
  await post(host.database, {
    id: `exchange:${randomUUID()}`,
    kind: 'EXCHANGE',
    at: host.context.now(),
    lines: transferLines('DESK', 'CUSTOMER', instrument, received),
  });
}
