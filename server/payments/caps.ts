import { add, amount, compare, subtract, sum, toDecimal, type Decimal } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { lockInTransaction } from '../db/lockInTransaction.ts';
import { listCustomerSendsSince, listOutflows, writeOutflow } from '../db/repositories/outbox.ts';
import type { OutboxKind, OutboxRow } from '../db/tables/payments.ts';
import type { PaymentContext } from './paymentContext.ts';

const HOUR_MS = 3_600_000;
/** The longest window of a cap */
export const CAPPED_MS = 24 * HOUR_MS;
/** The outflow of all instruments is kept in sums of 15 minutes: a payment must not read all payments of a day. */
const OUTFLOW_PERIOD_MS = 15 * 60_000;
/** Hold reason: the send has no known USD value, so no cap can be checked. */
export const NO_USD_PRICE = 'NO_USD_PRICE';
/** How the hold reasons of all caps begin */
const CAP = 'CAP_';

/** Whether a cap holds a payment that has this reason. */
export const isCapReason = (reason: string | null): boolean => reason === NO_USD_PRICE || (reason?.startsWith(CAP) ?? false);

/** Returns the USD price that the caps of a kind of payment use; null if none is known. */
export function capPriceOf(context: PaymentContext, kind: OutboxKind, instrument: string): Decimal | null {
  return context.owners.of(kind).kind.capPrice === 'CURRENT' ? context.usdPrice(instrument) : context.lastUsdPrice(instrument);
}

/** Returns what a send is worth for the caps, in USD; null if that is not known. */
export function valueInUsd(context: PaymentContext, send: Pick<OutboxRow, 'kind' | 'instrument' | 'amount'>): Decimal | null {
  const price = capPriceOf(context, send.kind, send.instrument);
  return price === null ? null : toDecimal(amount(price).times(amount(send.amount)));
}

/**
 * Returns why an operator must release a payment to a customer, or null. One without a known value is held: skipping the cap would
 * disable it.
 */
export async function reasonToHold(
  context: PaymentContext,
  executor: Executor,
  instrument: string,
  usdValue: Decimal | null,
  now: number,
): Promise<string | null> {
  if (usdValue === null) return NO_USD_PRICE;
  if (compare(usdValue, context.caps.perOrderUsd) > 0) return 'CAP_PER_ORDER';
  // Serialises payments of all instruments: two at the same moment would not count each other.
  await lockInTransaction(executor, 'payouts');
  const lastHour = await listCustomerSendsSince(executor, instrument, now - HOUR_MS);
  // A held send has not left: one large held payment must not block all others for an hour.
  const active = lastHour.filter(({ state }) => state !== 'HELD' && state !== 'CANCELLED');
  const total = sum([usdValue, ...active.map((row) => row.usd_value ?? '0')]);
  if (compare(total, context.caps.perHourUsd) > 0) return 'CAP_PER_HOUR';
  return await reasonOfTotal(context, executor, usdValue, now);
}

/**
 * Returns which cap on all instruments together the send exceeds (D56), or null. What an operator released does not count: these
 * caps limit what leaves without a person. The oldest 15 minutes of a window count as a whole.
 */
async function reasonOfTotal(
  { caps }: PaymentContext,
  executor: Executor,
  usdValue: Decimal,
  now: number,
): Promise<string | null> {
  const outflows = await listOutflows(executor, outflowPeriod(now - CAPPED_MS));
  const totalSince = (since: number): Decimal =>
    sum([usdValue, ...outflows.filter(({ period }) => period >= outflowPeriod(since)).map((one) => one.usd_value)]);
  if (compare(totalSince(now - HOUR_MS), caps.perHourTotalUsd) > 0) return 'CAP_TOTAL_PER_HOUR';
  return compare(totalSince(now - CAPPED_MS), caps.perDayTotalUsd) > 0 ? 'CAP_TOTAL_PER_DAY' : null;
}

/** Counts a send that no cap holds, in the transaction that checked the caps. */
export async function countOutflow(executor: Executor, usdValue: Decimal, now: number): Promise<void> {
  const period = outflowPeriod(now);
  await writeOutflow(executor, { period, usd_value: add(await readOutflow(executor, period), usdValue) });
}

/**
 * Removes a cancelled send from the total caps, in the transaction that cancels it. Otherwise a customer who can cancel payments could
 * exhaust the caps by requesting and stopping them. `send` is the row before it was cancelled.
 */
export async function discountOutflow(executor: Executor, send: OutboxRow): Promise<void> {
  const wasCounted = send.state !== 'HELD' && send.overridden_at === null && send.usd_value !== null;
  if (!wasCounted) return;
  await lockInTransaction(executor, 'payouts');
  const period = outflowPeriod(send.created_at);
  await writeOutflow(executor, { period, usd_value: subtract(await readOutflow(executor, period), send.usd_value) });
}

async function readOutflow(executor: Executor, period: number): Promise<Decimal> {
  return (await listOutflows(executor, period)).find((one) => one.period === period)?.usd_value ?? '0';
}

/** Returns the period of {@link listOutflows} to which a time belongs. */
export function outflowPeriod(time: number): number {
  return time - (time % OUTFLOW_PERIOD_MS);
}
