import type { DecisionReason } from '../../../contract/order.ts';
import type { Executor } from '../../db/database.ts';
import { deleteReservation } from '../../db/repositories/treasury.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import { askForDecision } from './machine.ts';

/**
 * Asks the customer, and gives back what was reserved: the promise it was for is void, and a treasury that waits a day
 * for an answer could be emptied by questions. Accepting reserves again.
 */
export async function askCustomer(
  transaction: Executor,
  order: OrderRow,
  reason: DecisionReason,
  now: number,
): Promise<OrderRow> {
  const asked = await askForDecision(transaction, order, reason, now);
  await deleteReservation(transaction, order.id);
  return asked;
}
