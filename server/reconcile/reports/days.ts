import { sum, type Decimal } from '../../../contract/money.ts';
import { DAY_MS, dayOf } from '../../common/day.ts';
import { inSnapshot } from '../../db/repositories/audit.ts';
import {
  listEndedOrders,
  listExchangeLines,
  listOrderDays,
  listSendCostDays,
  listSendCostLines,
  type EndedOrder,
  type ExchangeLine,
} from '../../db/repositories/reports/days.ts';
import { addSums, NO_SUMS, sumsOfCompleted, sumsOfRefunded, type OrderSums } from '../../db/repositories/reports/orderSums.ts';
import type { LedgerAccount } from '../../db/tables/payments.ts';
import { negate } from '../../payments/ledger.ts';
import { notice, type Difference, type ReconcileContext } from '../difference.ts';
import { OBJECT } from '../objects.ts';

const FULL_DAYS = 7;
const ADVICE = 'No money is missing: reports are wrong. Find out who changed the sums, or an order, after the day.';

/** Returns the names of the days whose sums a run checks, the newest first. */
export function listReportDays(now: number, isFull: boolean): string[] {
  return Array.from({ length: isFull ? FULL_DAYS : 1 }, (_, ago) => OBJECT.reports(dayOf(now) - ago * DAY_MS));
}

/**
 * Recomputes the sums of a day from the ledger, and compares them with the stored ones. Only the market price and what the caps counted
 * are those of the orders. What fees were worth in USD is stored nowhere else, and is not compared.
 */
export async function checkReportDay({ database }: Pick<ReconcileContext, 'database'>, day: number): Promise<Difference[]> {
  const span = { since: day, until: day + DAY_MS };
  const { stored, orders, lines, storedCosts, costs } = await inSnapshot(database, async (snapshot) => ({
    stored: await listOrderDays(snapshot, { from: day, to: day }),
    orders: await listEndedOrders(snapshot, span),
    lines: await listExchangeLines(snapshot, span),
    storedCosts: await listSendCostDays(snapshot, { from: day, to: day }),
    costs: await listSendCostLines(snapshot, span),
  }));
  const date = new Date(day).toISOString().slice(0, 10);
  const actualPairs = new Map(stored.map((row) => [pairOf(row), textOf(addSums(NO_SUMS, row))]));
  const expectedPairs = new Map([...sumPairs(orders, lines)].map(([pair, sums]) => [pair, textOf(sums)]));
  const costsOf = (rows: readonly { instrument: string; kind: string; amount: Decimal }[]): Map<string, string> =>
    new Map(
      [...Map.groupBy(rows, ({ instrument, kind }) => `${kind} ${instrument}`)].flatMap(([key, own]) => {
        const total = sum(own.map(({ amount }) => amount));
        return total === '0' ? [] : [[key, total] as const];
      }),
    );
  return [
    ...differences(`report:${date}`, 'the orders of a day have other sums than the ledger', actualPairs, expectedPairs),
    ...differences(
      `report:costs:${date}`,
      'the network fees of a day have another sum than the ledger',
      costsOf(storedCosts),
      costsOf(costs),
    ),
  ];
}

function differences(
  key: string,
  what: string,
  stored: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
): Difference[] {
  return [...new Set([...stored.keys(), ...expected.keys()])].toSorted().flatMap((name) => {
    const [actual, right] = [stored.get(name) ?? 'nothing', expected.get(name) ?? 'nothing'];
    return actual === right ? [] : [notice(`${key}:${name}`, what, `${actual} instead of ${right}`, ADVICE)];
  });
}

const pairOf = ({ instrument_from, instrument_to }: Pick<EndedOrder, 'instrument_from' | 'instrument_to'>): string =>
  `${instrument_from} ${instrument_to}`;

/** Returns the sums that are not zero, in words. */
function textOf(sums: OrderSums): string {
  return Object.entries(sums)
    .filter(([, value]) => String(value) !== '0')
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

function sumPairs(orders: readonly EndedOrder[], lines: readonly ExchangeLine[]): Map<string, OrderSums> {
  const linesOf = Map.groupBy(lines, ({ order_id }) => order_id);
  const pairs = new Map<string, OrderSums>();
  for (const order of orders) {
    const sums = sumsOf(order, linesOf.get(order.id) ?? []);
    pairs.set(pairOf(order), addSums(pairs.get(pairOf(order)) ?? NO_SUMS, sums));
  }
  return pairs;
}

/** Liabilities and income are negative in the ledger. */
function sumsOf(order: EndedOrder, lines: readonly ExchangeLine[]): OrderSums {
  const { instrument_from: from, instrument_to: to, usd_value: usdValue, market_price: marketPrice } = order;
  if (order.status === 'REFUNDED') {
    const refund = lines.filter(({ kind, send_id }) => kind === 'REFUND' && send_id === order.send_id);
    return sumsOfRefunded({
      refunded: booked(refund, 'IN_TRANSIT', from),
      networkFee: booked(refund, 'NETWORK_FEES', from),
      usdValue,
    });
  }
  const exchange = lines.filter(({ kind }) => kind === 'EXCHANGE');
  return sumsOfCompleted({
    sent: negate(booked(exchange, 'CUSTOMER', from)),
    paid: booked(exchange, 'CUSTOMER', to),
    platformFee: booked(exchange, 'PLATFORM_FEES', to),
    networkFee: booked(exchange, 'NETWORK_FEES', to),
    marketPrice: marketPrice ?? '0',
    usdValue,
    referrerShare: earned(lines, 'accrual:REFERRER:'),
    cashback: earned(lines, 'accrual:CASHBACK:'),
  });
}

function booked(lines: readonly ExchangeLine[], account: LedgerAccount, instrument: string): Decimal {
  return negate(
    sum(lines.filter((line) => line.account === account && line.instrument === instrument).map((line) => line.amount)),
  );
}

function earned(lines: readonly ExchangeLine[], journal: string): Decimal {
  const own = lines.filter(({ account, journal_id }) => account === 'AFFILIATE_COSTS' && journal_id.startsWith(journal));
  return sum(own.map(({ amount }) => amount));
}
