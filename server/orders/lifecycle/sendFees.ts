import { amount, subtract, type Decimal } from '../../../contract/money.ts';
import { ApiError } from '../../../contract/errors.ts';
import { listOrders } from '../../db/repositories/orders.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { FEE_ROSE } from '../../payments/outbox/feeWait.ts';
import type { BackingCheck } from '../../payments/owners.ts';
import type { OrderContext } from '../core/context.ts';
import { isOrderSend } from '../core/orderSends.ts';
import { costsLimit } from '../rules/costsLimit.ts';
import { isOwnSend } from './orderFacts.ts';

/**
 * Adds to `checks`, by id, that payouts and refunds wait while their network fee exceeds what was charged for them plus 1 % of their
 * amount (docs/requirements.md#d67). A send that pays an exact fee needs no check, and neither does one that an operator has overridden.
 */
export async function withFeeChecks(
  context: OrderContext,
  sends: readonly OutboxRow[],
  checks: ReadonlyMap<string, BackingCheck>,
): Promise<ReadonlyMap<string, BackingCheck>> {
  const checked = sends.filter(isOrderSend).filter((send) => send.fee_limit === null && send.overridden_at === null);
  const orders = await listOrders(context.database, [...new Set(checked.map(({ order_id }) => order_id))]);
  const byId = new Map(orders.map((order) => [order.id, order]));
  const all = new Map(checks);
  for (const send of checked) {
    const order = byId.get(send.order_id);
    const limit = order && isOwnSend(order, send) ? sendLimit(order, send) : null;
    if (limit === null || !exceeds(context, send, limit)) continue;
    all.set(send.id, { size: 0, run: async () => ({ refused: FEE_ROSE }) });
  }
  return all;
}

/** Returns the highest network fee at which the send leaves, in its instrument; null: any. */
function sendLimit({ settlement, refund }: OrderRow, { kind, amount: sent }: OutboxRow): Decimal | null {
  const charged = kind === 'PAYOUT' ? settlement : refund;
  return charged && costsLimit(subtract(charged.network_fee, charged.collection_fee), sent);
}

/** Compares at trusted prices of any age, as a refund is charged: a wrong price delays no payment. False while the fee is unknown. */
function exceeds({ desk, now }: OrderContext, { instrument, gas_factor: factor }: OutboxRow, limit: Decimal): boolean {
  try {
    return amount(desk.networkFee(instrument, now()))
      .times(amount(factor ?? '1'))
      .gt(amount(limit));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}
