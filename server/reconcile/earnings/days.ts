import { add, amount, compare, isPositive, sum, toDecimal, type Decimal } from '../../../contract/money.ts';
import { DAY_MS, dayOf } from '../../common/day.ts';
import { shareOf } from '../../affiliates/affiliateRules.ts';
import { EARNINGS_DECIMALS, sharedFee } from '../../affiliates/earningValue.ts';
import { listAccrualsOfDay, sumAffiliateCosts, type ValuedAccrual } from '../../db/repositories/earnings/accruals.ts';
import { inSnapshot } from '../../db/repositories/audit.ts';
import type { AccrualRecord } from '../../guarantee/records.ts';
import { alarm, type Difference, type ReconcileContext } from '../difference.ts';
import { OBJECT } from '../objects.ts';

/** Prices move between a payout and the end of its order. Of all orders of a day they move less than of one. */
const MOST_PRICE_RATIO = amount('1.5');
/** One order is no day. In USDT */
const ALWAYS_ALLOWED = '10';
const FULL_DAYS = 7;

/** Returns the names of the days that a run checks, the newest first. */
export function listEarningDays(now: number, isFull: boolean): string[] {
  return Array.from({ length: isFull ? FULL_DAYS : 2 }, (_, ago) => OBJECT.earnings(dayOf(now) - ago * DAY_MS));
}

/**
 * Compares what the ledger books as earnings of a day with what the platform fees of the orders that completed on it allow (D68): at
 * the shares that the host signed with each accrual, and at the price at which the caps counted the payout. `auditOrders.ts` verifies
 * the signatures, and compares each accrual with its order.
 */
export async function checkEarningDay({ database }: Pick<ReconcileContext, 'database'>, day: number): Promise<Difference[]> {
  const span = { since: day, until: day + DAY_MS };
  const { booked, accruals } = await inSnapshot(database, async (snapshot) => ({
    booked: await sumAffiliateCosts(snapshot, span),
    accruals: await listAccrualsOfDay(snapshot, span),
  }));
  const allowed = sum(accruals.map(allowedBy));
  const most = toDecimal(amount(allowed).times(MOST_PRICE_RATIO));
  if (compare(booked, add(most, ALWAYS_ALLOWED)) <= 0) return [];
  const date = new Date(day).toISOString().slice(0, 10);
  const whatToDo = 'Withdrawals wait. Look for a wrong price of a coin on that day, and for earnings that no order explains.';
  return [
    alarm(
      `earning:day:${date}`,
      'the earnings of a day exceed what its fees allow',
      `${booked} instead of about ${allowed} USDT`,
      whatToDo,
    ),
  ];
}

function allowedBy({ document, amount: earned, payout_amount: paid, usd_value: value, ...order }: ValuedAccrual): Decimal {
  if (value === null || paid === null || !isPositive(paid)) return earned;
  const record = JSON.parse(document) as AccrualRecord;
  const price = toDecimal(amount(value).div(amount(paid)));
  return shareOf(sharedFee(record, order, price), record.percent, EARNINGS_DECIMALS);
}
