import { add, amount, compare, sum, toDecimal, type Decimal } from '../../contract/money.ts';
import { inSnapshot } from '../db/repositories/audit.ts';
import { listTrustedPrices } from '../db/repositories/marketPrices.ts';
import { listCountedSends, listOutflows, type CountedSend } from '../db/repositories/outbox.ts';
import { CAPPED_MS, outflowPeriod } from '../payments/caps.ts';
import { alarm, type Difference, type ReconcileContext } from './difference.ts';

const ADVICE =
  'Somebody changed the database, so that more can leave than the caps allow. Stop payouts, and compare the outbox with a backup.';

/** A price moves less within a day. The caps count a payment at the price of the moment. */
const MOST_PRICE_RATIO = amount('3');

/**
 * Recomputes what the caps on all instruments (D56) count of the last day from the payments themselves, and compares what each payment
 * counts with the last trusted price of its coin.
 */
export async function checkOutflows({
  database,
  catalogue,
  now,
}: Pick<ReconcileContext, 'database' | 'catalogue' | 'now'>): Promise<Difference[]> {
  const since = outflowPeriod(now() - CAPPED_MS);
  const { outflows, sends, prices } = await inSnapshot(database, async (snapshot) => ({
    outflows: await listOutflows(snapshot, since),
    sends: await listCountedSends(snapshot, [...catalogue.instruments.keys()], since),
    prices: new Map((await listTrustedPrices(snapshot)).map((row) => [row.symbol, row])),
  }));
  const priceOf = (instrument: string): Decimal | null => {
    const row = prices.get(catalogue.instruments.get(instrument)?.marketSymbol ?? '');
    return row && row.priced_at >= since ? row.price : null;
  };
  return [
    ...compareSums(new Map(outflows.map(({ period, usd_value }) => [Number(period), usd_value])), sends),
    ...findUndervalued(sends, priceOf),
  ];
}

/** An operator's release does not count, and a payment that was cancelled or that an operator acted on may have been counted. */
function compareSums(outflows: ReadonlyMap<number, Decimal>, sends: readonly CountedSend[]): Difference[] {
  const byPeriod = Map.groupBy(sends, ({ created_at }) => outflowPeriod(Number(created_at)));
  return [...new Set([...outflows.keys(), ...byPeriod.keys()])].flatMap((period) => {
    const { certain = [], possible = [] } = Object.groupBy(byPeriod.get(period) ?? [], certaintyOf);
    const least = sum(certain.map(valueOf));
    const most = add(least, sum(possible.map(valueOf)));
    const counted = outflows.get(period) ?? '0';
    if (compare(counted, least) >= 0 && compare(counted, most) <= 0) return [];
    const howMuch = `${counted} USD instead of ${least === most ? least : `${least} to ${most}`} since ${new Date(period).toISOString()}`;
    return [alarm(`outflow:${period}`, 'the caps count another amount than was paid', howMuch, ADVICE)];
  });
}

const valueOf = ({ usd_value }: CountedSend): Decimal => usd_value ?? '0';

/** A held payment has not left. A cancelled withdrawal is subtracted again, a cancelled payout is not. */
function certaintyOf({ state, kind, was_acted_on: wasActedOn }: CountedSend): 'certain' | 'possible' | 'not' {
  if (state === 'HELD' || (state === 'CANCELLED' && kind === 'WITHDRAWAL')) return 'not';
  return state === 'CANCELLED' || wasActedOn ? 'possible' : 'certain';
}

function findUndervalued(sends: readonly CountedSend[], priceOf: (instrument: string) => Decimal | null): Difference[] {
  return sends.flatMap((send) => {
    const price = priceOf(send.instrument);
    if (price === null || send.usd_value === null) return [];
    const least = amount(price).times(amount(send.amount)).div(MOST_PRICE_RATIO);
    if (amount(send.usd_value).gte(least)) return [];
    const howMuch = `${send.usd_value} USD for ${send.amount} ${send.instrument}, worth at least ${toDecimal(least)}`;
    return [alarm(`send:${send.id}:value`, 'the caps count a payment far below its price', howMuch, ADVICE)];
  });
}
