import { isoTime } from '../../contract/isoTime.ts';
import { sum } from '../../contract/money.ts';
import type { Accruals, CashbackLevel, Cashbacks, EarningsInput } from '../../contract/schemas/affiliates.ts';
import type { Executor } from '../db/database.ts';
import { listAccruals, type AccrualPosition, type ListedAccrual } from '../db/repositories/earnings/accruals.ts';
import { listAffiliateDays, listCashbackDays } from '../db/repositories/earnings/days.ts';
import { findReachedLevel } from '../db/repositories/earnings/levels.ts';
import type { AccrualRow } from '../db/tables/affiliates.ts';
import type { Catalogue } from '../instruments/catalogue.ts';
import { referenceOf } from '../instruments/lookup.ts';
import { firstDayOf } from '../common/day.ts';
import { percentOfWholeFee, termsOfLevel, type AffiliateRules, type FeePercents } from './affiliateRules.ts';

const DEFAULT_LIMIT = '20';

type Names = Pick<{ catalogue: Catalogue }, 'catalogue'>;

/** Returns a page of the shares that exchanges of others earned a customer, the newest first. */
export async function readAccruals(names: Names, executor: Executor, userId: number, input: EarningsInput): Promise<Accruals> {
  const { rows, nextCursor } = await readPage(executor, userId, 'REFERRER', input);
  const days = await listAffiliateDays(executor, userId, 0);
  return {
    items: rows.map((row) => ({ accrualId: row.id, code: row.code === '' ? null : row.code, ...presentEarning(names, row) })),
    total: days.reduce((total, { orders }) => total + orders, 0),
    nextCursor,
  };
}

/** Returns a page of a customer's cashback, the newest first. */
export async function readCashbacks(names: Names, executor: Executor, userId: number, input: EarningsInput): Promise<Cashbacks> {
  const { rows, nextCursor } = await readPage(executor, userId, 'CASHBACK', input);
  const days = await listCashbackDays(executor, userId, 0);
  return {
    items: rows.map((row) => ({ orderId: row.order_id, sentAmount: row.sent_amount, ...presentEarning(names, row) })),
    total: days.reduce((total, { orders }) => total + orders, 0),
    nextCursor,
  };
}

/** Returns a customer's cashback level, what counts toward the next one, and the rules. */
export async function readCashbackLevel(
  { rules, fees, now }: { rules: AffiliateRules; fees: FeePercents; now: () => number },
  executor: Executor,
  userId: number,
): Promise<CashbackLevel> {
  const level = (await findReachedLevel(executor, userId)) ?? 'BRONZE';
  const { percent } = termsOfLevel(rules, level);
  const days = await listCashbackDays(executor, userId, 0);
  const first = firstDayOf(now(), rules.cashbackWindowDays);
  const [oldest] = days;
  return {
    level,
    percent,
    volume: sum(days.filter(({ day }) => Number(day) >= first).map(({ volume }) => volume)),
    windowDays: rules.cashbackWindowDays,
    levels: [...rules.cashbackLevels],
    percentOfFee: percentOfWholeFee(fees, percent),
    earned: sum(days.map(({ earned }) => earned)),
    since: oldest ? isoTime(Number(oldest.day)) : null,
  };
}

async function readPage(
  executor: Executor,
  userId: number,
  kind: AccrualRow['kind'],
  { cursor, limit: most = DEFAULT_LIMIT }: EarningsInput,
): Promise<{ rows: ListedAccrual[]; nextCursor: string | null }> {
  const limit = Number(most);
  const after = cursor === undefined ? null : parseCursor(cursor);
  const rows = await listAccruals(executor, { userId, kind, after, limit: limit + 1 });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { rows: rows.slice(0, limit), nextCursor: last ? `${last.created_at}-${last.id}` : null };
}

/** The route's schema has checked the form: "time-id". */
function parseCursor(cursor: string): AccrualPosition {
  const end = cursor.indexOf('-');
  return { created_at: Number(cursor.slice(0, end)), id: cursor.slice(end + 1) };
}

function presentEarning(names: Names, row: ListedAccrual) {
  return {
    instrumentFrom: referenceOf(names, row.instrument_from),
    instrumentTo: referenceOf(names, row.instrument_to),
    completedAt: isoTime(Number(row.created_at)),
    fee: row.fee,
    percent: row.percent,
    amount: row.amount,
  };
}
