import { amount, subtract } from '../../../contract/money.ts';
import { ApiError } from '../../../contract/errors.ts';
import { listOrders } from '../../db/repositories/orders.ts';
import { listOutboxRows } from '../../db/repositories/outbox.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { FEE_ROSE } from '../../payments/outbox/feeWait.ts';
import type { BackingCheck } from '../../payments/owners.ts';
import type { OrderContext } from '../core/context.ts';
import { networkFeesOf } from '../core/networkFeesOf.ts';
import { isCollected, isOrderSend } from '../core/orderSends.ts';
import { costsLimit } from '../rules/costsLimit.ts';
import { isOwnSend } from './orderFacts.ts';

/**
 * Adds to `checks`, by id, that payouts and refunds wait while network fees would cost more than was charged and 1 % of the order
 * (docs/requirements.md#d67). A send that pays an exact fee needs no check, and neither does one that an operator has overridden.
 */
export async function withFeeChecks(
  context: OrderContext,
  sends: readonly OutboxRow[],
  checks: ReadonlyMap<string, BackingCheck>,
): Promise<ReadonlyMap<string, BackingCheck>> {
  const checked = sends.filter(isOrderSend).filter((send) => send.fee_limit === null && send.overridden_at === null);
  const orders = await listOrders(context.database, [...new Set(checked.map(({ order_id }) => order_id))]);
  const byId = new Map(orders.map((order) => [order.id, order]));
  // An estimate may be half a minute old, and fees rise within a block (D77).
  await context.desk.freshenFees([...new Set(checked.map(({ instrument }) => instrument))]);
  const all = new Map(checks);
  for (const send of checked) {
    const order = byId.get(send.order_id);
    if (!order || !isOwnSend(order, send) || !(await costsTooMuch(context, order, send))) continue;
    all.set(send.id, { size: 0, run: async () => ({ refused: FEE_ROSE }) });
  }
  return all;
}

/** Compares at trusted prices of any age, as a refund is charged: a wrong price delays no payment. False while a fee is unknown. */
async function costsTooMuch(context: OrderContext, order: OrderRow, send: OutboxRow): Promise<boolean> {
  const { desk, now, lastUsdPrice, database } = context;
  const charge = send.kind === 'PAYOUT' ? order.settlement : order.refund;
  if (charge === null) return false;
  try {
    const fee = amount(desk.networkFee(send.instrument, now())).times(amount(send.gas_factor ?? '1'));
    const sent = amount(send.amount);
    if (fee.lte(costsLimit(amount(subtract(charge.network_fee, charge.collection_fee)), sent))) return false;
    // What collecting the deposit costs less than was charged for it may pay for this fee, as when the order was priced.
    const [fees, price, priceFrom] = [
      await networkFeesOf(context, order.id),
      lastUsdPrice(send.instrument),
      lastUsdPrice(order.instrument_from),
    ];
    if (fees === null || price === null || priceFrom === null) return false;
    const { collectionFee } = desk.refundFees(order.instrument_from, 'TREASURY', now());
    const collection = isCollected(order, await listOutboxRows(database, order.id)) ? '0' : collectionFee;
    const costs = fees.paid.plus(fee.times(amount(price))).plus(amount(collection).times(amount(priceFrom)));
    return costs.gt(costsLimit(fees.charged, sent.times(amount(price))));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}
