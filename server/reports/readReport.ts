import type { Report, ReportInput } from '../../contract/console/reports.ts';
import { ApiError } from '../../contract/errors.ts';
import { REPORT_MOST_DAYS } from '../../contract/limits.ts';
import { compare, sum } from '../../contract/money.ts';
import { writeCsv } from '../../contract/tables/csv.ts';
import { REPORT_COLUMNS } from '../../contract/tables/reportTable.ts';
import { DAY_MS } from '../common/day.ts';
import type { Database, Executor } from '../db/database.ts';
import { inSnapshot } from '../db/repositories/audit.ts';
import { listOrderDays, listSendCostDays } from '../db/repositories/reports/days.ts';
import type { Catalogue } from '../instruments/catalogue.ts';
import { coinFiguresOf, figuresOf, type ReportRows } from './figures.ts';

const MOST_PAIRS = 10;

interface ReportContext {
  database: Database;
  catalogue: Pick<Catalogue, 'instruments'>;
}

/**
 * Returns the figures of a period by day and by coin, and those of as many days before it.
 *
 * @throws ERR_VALIDATION for days that do not exist, and for a period that is empty or longer than a year
 */
export async function readReport({ database, catalogue }: ReportContext, input: ReportInput): Promise<Report> {
  const { from, to, days } = periodOf(input);
  const before = { from: from - days * DAY_MS, to: from - DAY_MS };
  const [rows, earlier] = await inSnapshot(database, async (snapshot) => [
    await readRows(snapshot, { from, to }),
    await readRows(snapshot, before),
  ]);
  const byPair = Map.groupBy(rows.orders, (row) => `${row.instrument_from} ${row.instrument_to}`);
  const pairs = [...byPair.values()].flatMap((own) => {
    const [first] = own;
    const completed = own.reduce((all, row) => all + row.completed, 0);
    if (!first || completed === 0) return [];
    const { instrument_from: instrumentFrom, instrument_to: instrumentTo } = first;
    return [{ instrumentFrom, instrumentTo, completed, volume: sum(own.map((row) => row.sent_usd)) }];
  });
  const ofDay = groupByDay(rows);
  return {
    ...input,
    total: figuresOf(rows),
    before: figuresOf(earlier),
    days: Array.from({ length: days }, (_, index) => {
      const day = from + index * DAY_MS;
      return { day: dateOf(day), ...figuresOf(ofDay(day)) };
    }),
    coins: coinFiguresOf(rows, networkIn(catalogue)),
    pairs: pairs.toSorted((left, right) => compare(right.volume, left.volume)).slice(0, MOST_PAIRS),
  };
}

/** Returns the table by day and coin as CSV. Throws what {@link readReport} throws. */
export async function writeReportTable({ database, catalogue }: ReportContext, input: ReportInput): Promise<string> {
  const { from, to, days } = periodOf(input);
  const ofDay = groupByDay(await inSnapshot(database, async (snapshot) => await readRows(snapshot, { from, to })));
  const rows = Array.from({ length: days }, (_, index) => from + index * DAY_MS).flatMap((day) =>
    coinFiguresOf(ofDay(day), networkIn(catalogue)).map((coin) => [
      dateOf(day),
      coin.instrument,
      coin.network ?? '',
      String(coin.completed),
      String(coin.refunded),
      coin.received,
      coin.receivedUsd,
      coin.paid,
      coin.paidUsd,
      coin.platformFees,
      coin.margins,
      coin.revenueUsd,
      coin.networkFeesCharged,
      coin.networkFeesPaid,
      coin.networkFeesPaidUsd,
      coin.shares,
    ]),
  );
  return writeCsv([REPORT_COLUMNS, ...rows]);
}

const networkIn =
  ({ instruments }: ReportContext['catalogue']) =>
  (instrument: string): string | null =>
    instruments.get(instrument)?.network ?? null;

async function readRows(executor: Executor, days: { from: number; to: number }): Promise<ReportRows> {
  return { orders: await listOrderDays(executor, days), costs: await listSendCostDays(executor, days) };
}

function groupByDay({ orders, costs }: ReportRows): (day: number) => ReportRows {
  const ordersOf = Map.groupBy(orders, ({ day }) => Number(day));
  const costsOf = Map.groupBy(costs, ({ day }) => Number(day));
  return (day) => ({ orders: ordersOf.get(day) ?? [], costs: costsOf.get(day) ?? [] });
}

const dateOf = (day: number): string => new Date(day).toISOString().slice(0, 10);

function periodOf(input: ReportInput): { from: number; to: number; days: number } {
  const [from, to] = [dayNamed(input, 'from'), dayNamed(input, 'to')];
  const days = (to - from) / DAY_MS + 1;
  if (days < 1 || days > REPORT_MOST_DAYS) {
    throw new ApiError('ERR_VALIDATION', `A report is of 1 to ${REPORT_MOST_DAYS} days.`, { field: 'to' });
  }
  return { from, to, days };
}

function dayNamed(input: ReportInput, field: 'from' | 'to'): number {
  const day = Date.parse(`${input[field]}T00:00:00Z`);
  if (!Number.isNaN(day) && dateOf(day) === input[field]) return day;
  throw new ApiError('ERR_VALIDATION', 'There is no such day.', { field });
}
