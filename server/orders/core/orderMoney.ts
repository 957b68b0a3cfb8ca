import type { Executor } from '../../db/database.ts';
import { listDepositClaims } from '../../db/repositories/depositClaims.ts';
import { listDeposits } from '../../db/repositories/deposits.ts';
import { listOutboxRows } from '../../db/repositories/outbox.ts';
import type { DepositClaimRow, DepositRow } from '../../db/tables/orders.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';

/** The deposits, sends and claims of one order. */
export interface OrderMoney {
  deposits: readonly DepositRow[];
  sends: readonly OutboxRow[];
  claims: readonly DepositClaimRow[];
}

export async function loadOrderMoney(executor: Executor, orderId: string): Promise<OrderMoney> {
  const [deposits, sends, claims] = await Promise.all([
    listDeposits(executor, orderId),
    listOutboxRows(executor, orderId),
    listDepositClaims(executor, orderId),
  ]);
  return { deposits, sends, claims };
}
