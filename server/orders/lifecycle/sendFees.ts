import { amount, subtract, toDecimal, type Amount } from '../../../contract/money.ts';
import { ApiError } from '../../../contract/errors.ts';
import { listDeposits } from '../../db/repositories/deposits.ts';
import { listOrders } from '../../db/repositories/orders.ts';
import { listOutboxRows } from '../../db/repositories/outbox.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { FEE_ROSE } from '../../payments/outbox/feeWait.ts';
import { askPaymentTerms } from '../../payments/recipients/paymentTerms.ts';
import type { BackingCheck } from '../../payments/owners.ts';
import type { OrderContext } from '../core/context.ts';
import { networkFeesOf } from '../core/networkFeesOf.ts';
import { isCollected, isOrderSend } from '../core/orderSends.ts';
import { costsLimit } from '../rules/costsLimit.ts';
import { isOwnSend } from './orderFacts.ts';

/**
 * Adds to `checks`, by id, that payouts and refunds wait while network fees would cost more than was charged and 1 % of the order
 * (docs/requirements.md#d67). Networks are asked what a payment to each address takes now. A send that pays an exact fee needs no check, and
 * neither does one that an operator has overridden.
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
  // At once: a node that does not answer delays a round once, not for each send.
  const factors = await Promise.all(checked.map(async (send) => await realFactor(context, send)));
  for (const [place, send] of checked.entries()) {
    const [order, factor] = [byId.get(send.order_id), factors[place]];
    if (!order || !factor) continue;
    const isTooMuch = isOwnSend(order, send)
      ? costsTooMuch(context, order, send, factor)
      : extraCostsTooMuch(context, send, factor);
    if (!(await isTooMuch)) continue;
    all.set(send.id, { size: 0, run: async () => ({ refused: FEE_ROSE }) });
  }
  return all;
}

/**
 * Returns how many times the usual fee a payment costs: what its address takes now, or more if that was agreed. An address may have become a
 * contract since it was asked. A network that does not answer, or refuses the payment, changes nothing: it is asked again when it is sent.
 */
export async function realFactor(context: OrderContext, send: OutboxRow): Promise<Amount> {
  const agreed = amount(send.gas_factor ?? '1');
  const asked = await askPaymentTerms(context, { ...send, address: send.to_address });
  if (asked === 'UNPAYABLE' || asked.factor === null) return agreed;
  const factor = amount(asked.factor);
  return factor.gt(agreed) ? factor : agreed;
}

/** Whether the treasury would pay more for the refund of an extra deposit than its customer was charged and 1 % of it. */
async function extraCostsTooMuch(context: OrderContext, send: OutboxRow, factor: Amount): Promise<boolean> {
  const deposits = await listDeposits(context.database, send.order_id ?? '');
  const deposit = deposits.find(({ refund_id }) => refund_id === send.id);
  return deposit !== undefined && exceedsAgreed(context, send, amount(subtract(deposit.amount, send.amount)), factor);
}

/** Whether a refund that the treasury pays costs more than its agreed fee and 1 % of it. False while the fees are unknown. */
export function exceedsAgreed({ desk, now }: OrderContext, send: OutboxRow, agreed: Amount, factor: Amount): boolean {
  try {
    const costs = desk.refundFees(send.instrument, 'TREASURY', now(), toDecimal(factor)).networkFee;
    return amount(costs).gt(costsLimit(agreed, amount(send.amount)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}

/** Compares at trusted prices of any age, as a refund is charged: a wrong price delays no payment. False while a fee is unknown. */
async function costsTooMuch(context: OrderContext, order: OrderRow, send: OutboxRow, factor: Amount): Promise<boolean> {
  const { desk, now, lastUsdPrice, database } = context;
  const charge = send.kind === 'PAYOUT' ? order.settlement : order.refund;
  if (charge === null) return false;
  try {
    const fee = amount(desk.networkFee(send.instrument, now())).times(factor);
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
