import type { CoinFigures, ReportFigures } from '../../contract/console/reports.ts';
import { add, compare, subtract, sum, type Decimal } from '../../contract/money.ts';
import type { OrderDayRow, SendCostDayRow } from '../db/tables/reports.ts';

/** Sums of days, pairs and kinds of payments */
export interface ReportRows {
  orders: readonly OrderDayRow[];
  costs: readonly SendCostDayRow[];
}

export function figuresOf({ orders, costs }: ReportRows): ReportFigures {
  const total = (name: 'sent_usd' | 'revenue_usd' | 'network_fees_usd' | 'referrer_shares' | 'cashback'): Decimal =>
    sum(orders.map((row) => row[name]));
  const revenue = total('revenue_usd');
  const networkFeesCharged = total('network_fees_usd');
  const networkFeesPaid = sum(costs.map((row) => row.amount_usd));
  const shares = add(total('referrer_shares'), total('cashback'));
  return {
    completed: count(orders, 'completed'),
    refunded: count(orders, 'refunded'),
    volume: total('sent_usd'),
    revenue,
    networkFeesCharged,
    networkFeesPaid,
    shares,
    profit: subtract(add(revenue, networkFeesCharged), add(networkFeesPaid, shares)),
    unpriced: count(orders, 'unpriced') + costs.reduce((all, row) => all + row.unpriced, 0),
  };
}

const count = (orders: readonly OrderDayRow[], name: 'completed' | 'refunded' | 'unpriced'): number =>
  orders.reduce((all, row) => all + row[name], 0);

/** Returns the figures of each coin, the largest volume first. A pair counts for both of its coins. */
export function coinFiguresOf({ orders, costs }: ReportRows, networkOf: (instrument: string) => string | null): CoinFigures[] {
  const sentOf = Map.groupBy(orders, (row) => row.instrument_from);
  const paidOf = Map.groupBy(orders, (row) => row.instrument_to);
  const costsOf = Map.groupBy(costs, (row) => row.instrument);
  const coins = [...new Set([...sentOf.keys(), ...paidOf.keys(), ...costsOf.keys()])].map((instrument): CoinFigures => {
    const [sent, paid, own] = [sentOf.get(instrument) ?? [], paidOf.get(instrument) ?? [], costsOf.get(instrument) ?? []];
    return {
      instrument,
      network: networkOf(instrument),
      completed: count(paid, 'completed'),
      refunded: count(sent, 'refunded'),
      received: sum(sent.map((row) => row.sent)),
      receivedUsd: sum(sent.map((row) => row.sent_usd)),
      paid: sum(paid.map((row) => row.paid)),
      paidUsd: sum(paid.map((row) => row.paid_usd)),
      platformFees: sum(paid.map((row) => row.platform_fees)),
      margins: sum(paid.map((row) => row.margins)),
      revenueUsd: sum(paid.map((row) => row.revenue_usd)),
      networkFeesCharged: add(sum(paid.map((row) => row.network_fees)), sum(sent.map((row) => row.refund_fees))),
      networkFeesPaid: sum(own.map((row) => row.amount)),
      networkFeesPaidUsd: sum(own.map((row) => row.amount_usd)),
      shares: sum(paid.flatMap((row) => [row.referrer_shares, row.cashback])),
    };
  });
  const volume = ({ receivedUsd, paidUsd }: CoinFigures): Decimal => add(receivedUsd, paidUsd);
  return coins.toSorted((left, right) => compare(volume(right), volume(left)) || (left.instrument < right.instrument ? -1 : 1));
}
