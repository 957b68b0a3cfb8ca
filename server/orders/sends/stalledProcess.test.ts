import { afterEach, expect, test } from 'vitest';
import { DATABASES } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { findOutboxRow } from '../../db/repositories/outbox.ts';
import { runOperatorCommand } from '../../operator/runOperatorCommand.ts';
import { sendDue } from './sender.ts';
import { ADDRESSES, makeOrder, type OrderHost } from '../testing/orderHost.ts';

let host: OrderHost;
afterEach(async () => {
  await host.close();
});

const leaseOf = (owner: string) => ({ owner, isHeld: () => true, assertHeld: async () => undefined });

test.each(DATABASES)(
  'a process that slept while another was refused, and an operator refunded, pays nothing when it wakes, on %s',
  { timeout: 60_000 },
  async (kind) => {
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
    let wake = (): void => undefined;
    const asleep = new Promise<void>((resolve) => (wake = resolve));
    let isAsleep = false;
    tron.send = async (request, fence) => {
      isAsleep = true;
      await asleep;
      return await send(request, fence);
    };
    const sleeper = sendDue(host.context, tron, leaseOf('sleeper'));
    await expect.poll(() => isAsleep, { timeout: 10_000 }).toBe(true);

    // Another process takes the network over, and is refused.
    tron.send = send;
    tron.mode = 'refuse';
    await sendDue(host.context, tron, leaseOf('other'));
    expect(await findOutboxRow(host.database, payout)).toMatchObject({ state: 'REFUSED' });
    const words = ['refund', order.orderId, ADDRESSES.bitcoin];
    expect(await runOperatorCommand({ ...host.context, operatorFile: '' }, words)).toContain('The payout is cancelled');

    tron.mode = 'up';
    wake();
    await sleeper;
    tron.mine();
    expect(tron.receivedBy(ADDRESSES.tron)).toEqual([]);
    expect(await findOutboxRow(host.database, payout)).toMatchObject({ state: 'CANCELLED', lease_owner: null });
  },
);
