import type { Prices } from '../../contract/console/networks.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { amount, toDecimal, ZERO, type Decimal } from '../../contract/money.ts';
import { listPricedSince } from '../db/repositories/operator/pricedPayouts.ts';
import type { PriceBook } from '../pricing/priceBook.ts';
import type { ConsoleContext } from './context.ts';
import type { NetworkSources } from './networks.ts';

const HOUR_MS = 3_600_000;
const MOST_ORDERS = 500;
const LISTED_ORDERS = 50;

/** Returns our prices beside those of the sources, and the orders of the last hour beside the market of now. */
export async function readPrices(context: ConsoleContext, sources: NetworkSources): Promise<Prices> {
  return { prices: pricesOf(context, sources), orders: await readPricedOrders(context, sources) };
}

/** First those that are not trusted, then the largest deviation of a source. */
function pricesOf({ catalogue, now }: ConsoleContext, { book, feeds }: NetworkSources): Prices['prices'] {
  const symbols = Map.groupBy(
    [...catalogue.instruments.values()].filter(({ type }) => type !== 'fiat'),
    ({ marketSymbol }) => marketSymbol,
  );
  const prices = [...symbols].flatMap(([symbol, instruments]) => {
    const ours = book.lastKnown(symbol);
    const sources = feeds.flatMap(({ code, tick }) => {
      const found = tick(symbol);
      if (!found) return [];
      const price = toDecimal(amount(found.bid).plus(amount(found.ask)).div(amount('2')));
      const deviationPercent = ours ? deviationOf(price, toDecimal(ours.middle)) : null;
      return [{ source: code, price, at: isoTime(found.at), deviationPercent }];
    });
    if (!ours && sources.length === 0) return [];
    const price = ours && { price: toDecimal(ours.middle), at: isoTime(ours.at), isTrusted: isTrusted(book, symbol, now()) };
    return [{ symbol, ours: price, sources, instruments: instruments.map(({ slug }) => slug) }];
  });
  const rank = ({ ours, sources }: (typeof prices)[number]): number =>
    ours?.isTrusted ? Math.max(0, ...sources.map(sizeOf)) : Infinity;
  return prices.toSorted((left, right) => rank(right) - rank(left) || (left.symbol < right.symbol ? -1 : 1));
}

/** The newest payouts of the last hour, by how far their price is from the market of now. */
async function readPricedOrders(
  { database, catalogue, now }: ConsoleContext,
  { reserves }: NetworkSources,
): Promise<Prices['orders']> {
  const instruments = [...catalogue.instruments.keys()];
  const rows = await listPricedSince(database, { instruments, since: now() - HOUR_MS, limit: MOST_ORDERS });
  const orders = rows.map(({ order_id, instrument_from, instrument_to, amount: paid, price, settled_at, state }) => {
    const [from, to] = [reserves.usdPrice(instrument_from), reserves.usdPrice(instrument_to)];
    const market = from === null || to === null || amount(to).eq(ZERO) ? null : toDecimal(amount(from).div(amount(to)));
    return {
      orderId: order_id,
      instrumentFrom: instrument_from,
      instrumentTo: instrument_to,
      amount: paid,
      price,
      pricedAt: isoTime(Number(settled_at)),
      deviationPercent: market === null ? null : deviationOf(price, market),
      state,
    };
  });
  return orders.toSorted((left, right) => sizeOf(right) - sizeOf(left)).slice(0, LISTED_ORDERS);
}

/** For sorting only */
const sizeOf = ({ deviationPercent }: { deviationPercent: string | null }): number => Math.abs(Number(deviationPercent ?? 0));

function isTrusted(book: Pick<PriceBook, 'price'>, symbol: string, now: number): boolean {
  try {
    book.price(symbol, now);
    return true;
  } catch {
    return false;
  }
}

/** In percent of the second, signed, with two decimals */
function deviationOf(price: Decimal, from: Decimal): string | null {
  if (amount(from).eq(ZERO)) return null;
  return amount(price).minus(amount(from)).times(amount('100')).div(amount(from)).toFixed(2);
}
