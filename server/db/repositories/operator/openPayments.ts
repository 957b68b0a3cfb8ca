import type { Executor } from '../../database.ts';
import { CUSTOMER_KINDS, type OutboxState } from '../../tables/payments.ts';

/** The states of a payment that is not final */
const OPEN_STATES = ['HELD', 'PENDING', 'REFUSED', 'FAILED', 'SENT'] as const satisfies readonly OutboxState[];

/** Returns how many payments to customers on these networks are in each open state. An index finds them by network and state. */
export async function countOpenPayments(
  executor: Executor,
  networks: readonly string[],
): Promise<{ network: string; state: OutboxState; count: number }[]> {
  if (networks.length === 0) return [];
  const rows = await executor
    .selectFrom('outbox')
    .select(['network', 'state', (row) => row.fn.countAll<number | string | bigint>().as('count')])
    .where('network', 'in', networks)
    .where('state', 'in', OPEN_STATES)
    .where('kind', 'in', CUSTOMER_KINDS)
    .groupBy(['network', 'state'])
    .orderBy('network')
    .orderBy('state')
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
