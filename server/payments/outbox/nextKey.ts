import type { OutboxRow } from '../../db/tables/payments.ts';

/** Returns a new idempotency key, so that the network treats the next attempt as another payment. */
export function nextKey(row: Pick<OutboxRow, 'id' | 'idempotency_key'>): string {
  const number = Number(/#(\d+)$/.exec(row.idempotency_key)?.[1] ?? '1') + 1;
  return `${row.id}#${number}`;
}
