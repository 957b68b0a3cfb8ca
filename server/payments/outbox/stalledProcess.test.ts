import { afterEach, expect, test } from 'vitest';
import { DATABASES } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { findOutboxRow } from '../../db/repositories/outbox.ts';
import { sendDue } from './sender.ts';
import { runOperator } from '../../orders/testing/hostActions.ts';
import { ADDRESSES, makeOrder, type OrderHost } from '../../orders/testing/orderHost.ts';

let host: OrderHost;
afterEach(async () => {
  await host.close();
});

const leaseOf = (owner: string) => ({ owner, isHeld: () => true, assertHeld: async () => undefined });

test.each(DATABASES)('sends nothing from a process that was suspended while an operator refunded, on %s', async (kind) => {
  host = await startOrderHostOn(kind);
  const tron = host.chain('tron');
  const { send } = tron;
  const { order } = await makeOrder(host);
  tron.mode = 'down';
  host.chain('bitcoin').pay({ address: order.depositAddress }, 'btc', '0.1');
  host.chain('bitcoin').mine(3);
  await host.tick(2);
  const payout = `PAYOUT:${order.orderId}`;
  expect(await findOutboxRow(host.database, payout)).toMatchObject({ state: 'PENDING' });

  host.advanceClock(20 * 60_000);
  let resume = (): void => undefined;
  const suspended = new Promise<void>((resolve) => (resume = resolve));
  let isSuspended = false;
  tron.send = async (request, fence) => {
    isSuspended = true;
    await suspended;
    return await send(request, fence);
  };
  const stalled = sendDue(host.context, tron, leaseOf('stalled'));
  await expect.poll(() => isSuspended).toBe(true);

  // Another process takes the network over and its send is refused.
  tron.send = send;
  tron.mode = 'refuse';
  await sendDue(host.context, tron, leaseOf('other'));
  expect(await findOutboxRow(host.database, payout)).toMatchObject({ state: 'REFUSED' });
  expect(await runOperator(host, 'refund', order.orderId, ADDRESSES.bitcoin)).toContain('The payout is cancelled');

  tron.mode = 'up';
  resume();
  await stalled;
  tron.mine();
  expect(tron.receivedBy(ADDRESSES.tron)).toEqual([]);
  expect(await findOutboxRow(host.database, payout)).toMatchObject({ state: 'CANCELLED', lease_owner: null });
});
