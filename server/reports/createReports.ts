import { amount, roundToDecimal, sum, type Decimal } from '../../contract/money.ts';
import { dayOf } from '../common/day.ts';
import { listAccrualsOfOrders } from '../db/repositories/earnings/accruals.ts';
import { addOrderSums, addSendCost } from '../db/repositories/reports/days.ts';
import { sumsOfCompleted, sumsOfRefunded, type OrderSums } from '../db/repositories/reports/orderSums.ts';
import type { AccrualRow } from '../db/tables/affiliates.ts';
import type { OrderContext, OrderEnd } from '../orders/core/context.ts';
import type { UsdPrices } from '../pricing/usdPrice.ts';

const USD_DECIMALS = 6;

/**
 * Creates what writes the sums of a day, in the transactions that change them: when an order ends, and when the fee of a send is booked.
 * Reconciliation recomputes them from the ledger (`server/reconcile/reports/days.ts`).
 */
export function createReports({
  lastUsdPrice,
}: Pick<UsdPrices, 'lastUsdPrice'>): Pick<OrderContext, 'onNetworkFee'> & { onEnded: OrderContext['onEnded'][number] } {
  return {
    onEnded: async (transaction, end) => {
      const { instrument_from, instrument_to, ended_at: endedAt } = end.order;
      const sums = sumsOf(end, await listAccrualsOfOrders(transaction, [end.order.id]));
      if (endedAt !== null && sums) {
        await addOrderSums(transaction, { day: dayOf(endedAt), instrument_from, instrument_to }, sums);
      }
    },
    onNetworkFee: async (transaction, { kind, instrument, amount: charged, at }) => {
      const price = lastUsdPrice(instrument);
      const usd = price && roundToDecimal(amount(charged).times(amount(price)), USD_DECIMALS, 'down');
      await addSendCost(transaction, { day: dayOf(at), instrument, kind }, { amount: charged, usd });
    },
  };
}

/** Earnings are booked before: `createHost.ts` names them first. */
function sumsOf({ order: { settlement, refund }, send }: OrderEnd, accruals: readonly AccrualRow[]): OrderSums | null {
  const earned = (wanted: AccrualRow['kind']): Decimal =>
    sum(accruals.filter(({ kind }) => kind === wanted).map((one) => one.amount));
  if (send.kind === 'REFUND') {
    return refund && sumsOfRefunded({ refunded: send.amount, networkFee: refund.network_fee, usdValue: send.usd_value });
  }
  return (
    settlement &&
    sumsOfCompleted({
      sent: settlement.amount,
      paid: send.amount,
      platformFee: settlement.platform_fee,
      networkFee: settlement.network_fee,
      marketPrice: settlement.market_price,
      usdValue: send.usd_value,
      referrerShare: earned('REFERRER'),
      cashback: earned('CASHBACK'),
    })
  );
}
