import { afterEach, beforeEach, expect, test } from 'vitest';
import { findOutboxRow } from '../../db/repositories/outbox.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { completeOrder } from '../../orders/testing/hostActions.ts';
import { startOrderHost, type OrderHost } from '../../orders/testing/orderHost.ts';

let host: OrderHost;
beforeEach(async () => {
  // An order pays out about 6,000 USD.
  host = await startOrderHost({ perHourUsd: '7000' });
});
afterEach(async () => {
  await host.close();
});

test.each<[string, Partial<OutboxRow>, string | null]>([
  ['a payout', { state: 'CONFIRMED' }, 'CAP_PER_HOUR'],
  ['a refund', { kind: 'REFUND' }, 'CAP_PER_HOUR'],
  ['a payout on hold', { state: 'HELD' }, null],
  ['a cancelled payout', { state: 'CANCELLED' }, null],
])('the hourly cap of a coin and %s of the same hour', async (_what, change, reason) => {
  const earlier = await completeOrder(host);
  await host.database.updateTable('outbox').set(change).where('id', '=', `PAYOUT:${earlier.order.orderId}`).execute();
  const next = await completeOrder(host);
  const row = await findOutboxRow(host.database, `PAYOUT:${next.order.orderId}`);
  expect([row?.state, row?.reason]).toEqual([reason === null ? 'CONFIRMED' : 'HELD', reason]);
});
