import { ApiError } from '../../../contract/errors.ts';
import type { DecisionReason } from '../../../contract/order.ts';
import type { FinishDepositInput, Order } from '../../../contract/schemas/orders.ts';
import { findReadUntil } from '../../db/repositories/cursors.ts';
import { listDeposits } from '../../db/repositories/deposits.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import type { OrderContext } from '../core/context.ts';
import { requestDecision } from '../core/machine.ts';
import { factsOf } from '../lifecycle/orderFacts.ts';
import { decideForCustomer } from '../rules/decide.ts';
import { decide } from './decide.ts';
import { notAcceptable, type Authority } from './readOrder.ts';

/** The host must have read the deposit network up to this age in ms. Otherwise the rest may be on its way. */
const MAX_READ_AGE_MS = 60_000;

/**
 * Records that the customer sends no more of a partial deposit. The order then asks at once what it would ask at `expiresAt`:
 * accept today's rate, or a refund (D6). Idempotent.
 *
 * Throws ERR_NOT_ACCEPTABLE with `details.order` when the order does not wait for the rest, also because the rest is in the mempool;
 * ERR_SERVICE_UNAVAILABLE when the deposit network was not read lately; ERR_NOT_FOUND_E and ERR_ORDER_TOKEN_REQUIRED.
 */
export async function finishDeposit(context: OrderContext, input: FinishDepositInput, authority: Authority): Promise<Order> {
  return await decide(context, input, authority, async (order) => {
    const reason = reasonOf(order);
    if (order.status === 'DECISION_NEEDED' && order.decision_reason === reason) return;
    const isShort = await context.database.transaction().execute(async (transaction) => {
      const now = context.now();
      const scannedUntil = await findReadUntil(transaction, order.network_from);
      if (now - scannedUntil > MAX_READ_AGE_MS) {
        throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'The deposit network was not read lately. Try again in a minute.');
      }
      const facts = factsOf(context, order, { scannedUntil, events: [], sends: [] });
      const next = decideForCustomer(order, await listDeposits(transaction, order.id), facts);
      if (!('wait' in next) || next.wait !== 'REST') return false;
      await requestDecision(transaction, order, reason, now);
      return true;
    });
    if (!isShort) throw await notAcceptable(context, order.id);
  });
}

const reasonOf = ({ rate_mode: mode }: OrderRow): DecisionReason => (mode === 'FIXED' ? 'WRONG_DEPOSIT_AMOUNT' : 'BELOW_MINIMUM');
