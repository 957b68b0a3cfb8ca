import type { Executor } from '../../database.ts';
import { CUSTOMER_KINDS, type OutboxRow, type OutboxState } from '../../tables/payments.ts';

/** The states of a payment that is not final */
export const OPEN_STATES = ['HELD', 'PENDING', 'REFUSED', 'FAILED', 'SENT'] as const satisfies readonly OutboxState[];

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

export type OpenPayment = Pick<OutboxRow, 'network' | 'instrument' | 'kind' | 'state' | 'usd_value'>;

/** Returns the payments to customers on these networks that are not final, with their values. */
export async function listOpenPaymentValues(executor: Executor, networks: readonly string[]): Promise<OpenPayment[]> {
  if (networks.length === 0) return [];
  return await executor
    .selectFrom('outbox')
    .select(['network', 'instrument', 'kind', 'state', 'usd_value'])
    .where('network', 'in', networks)
    .where('state', 'in', OPEN_STATES)
    .where('kind', 'in', CUSTOMER_KINDS)
    .orderBy('network')
    .orderBy('state')
    .execute();
}

/** Returns a page of payments to customers: open ones the oldest first, final ones the newest first. */
export async function listPayments(
  executor: Executor,
  page: { networks: readonly string[]; states: readonly OutboxState[]; limit: number; offset: number },
): Promise<OutboxRow[]> {
  if (page.networks.length === 0) return [];
  const isOpen = page.states.every((state) => OPEN_STATES.some((open) => open === state));
  return await executor
    .selectFrom('outbox')
    .selectAll()
    .where('network', 'in', page.networks)
    .where('state', 'in', page.states)
    .where('kind', 'in', CUSTOMER_KINDS)
    .orderBy('created_at', isOpen ? 'asc' : 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}
