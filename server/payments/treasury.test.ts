import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneDatabase } from '../../tests/support/databases.ts';
import { startOrderHostOn } from '../../tests/support/orderHosts.ts';
import { compare, subtract } from '../../contract/money.ts';
import { listUndecidedAmounts } from '../db/repositories/deposits.ts';
import { createLogger } from '../common/log.ts';
import { createReconcileJob } from '../reconcile/reconcileJob.ts';
import { ADDRESSES, makeOrder, type MadeOrder, type OrderHost } from '../orders/testing/orderHost.ts';
import { availableBalance, ensureFreshBalance } from './treasury.ts';

describe.each(oneDatabase(import.meta.filename))('the reserve excludes refundable deposits on %s', (kind) => {
  let host: OrderHost;
  let made: MadeOrder;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
    const wanted = { from: 'xrp', to: 'eth', amount: '1000', destination: ADDRESSES.ethereum, refund: null } as const;
    made = await makeOrder(host, wanted);
  });
  afterEach(async () => {
    await host.close();
  });

  const free = async (): Promise<string> => {
    host.advanceClock(31_000);
    await ensureFreshBalance(host.context, 'xrp');
    return await availableBalance(host.context, host.database, 'xrp');
  };
  const pay = (amount: string, memo: string | null): string =>
    host.chain('ripple').pay({ address: made.order.depositAddress, memo }, 'xrp', amount);
  const reconcile = async (): Promise<void> =>
    await createReconcileJob({ context: host.context, log: createLogger('silent'), everySeconds: 60, settleMs: 0 }).run();

  it('whether attributed or not, pending or booked, before and after reconciliation', async () => {
    const before = await free();
    pay('100', null);
    host.chain('ripple').mine();
    await host.tick();
    expect(subtract(before, await free())).toBe('0');
    host.chain('ripple').mine(5);
    await host.tick();
    expect(subtract(before, await free())).toBe('0');
    // Reconciliation sums it up. More deposits arrive afterwards.
    host.advanceClock(3_600_000);
    await reconcile();
    expect(subtract(before, await free())).toBe('0');
    pay('7', '77');
    // The exchanged deposit belongs to the desk, the extra one does not.
    pay('30', made.order.depositAddressMemo);
    host.chain('ripple').mine(6);
    await host.tick();
    expect(subtract(before, await free())).toBe('-30');
    // Larger deposits become new orders (D63).
    host.desk.minimum = '100';
    pay('20', made.order.depositAddressMemo);
    host.chain('ripple').mine(6);
    await host.tick();
    expect(subtract(before, await free())).toBe('-30');
  });

  it('does not query booked unattributed deposits again', async () => {
    pay('100', null);
    host.chain('ripple').mine();
    await host.tick();
    const listed = async () => [
      ...(await listUndecidedAmounts(host.database, 'ripple', 'xrp', 'NONE')),
      ...(await listUndecidedAmounts(host.database, 'ripple', 'xrp', 'ORDERS')),
    ];
    expect(await listed()).toEqual([]);
    await host.database.updateTable('deposits').set({ booked_at: null }).execute();
    expect((await listed()).map((value) => compare(value, '100'))).toEqual([0]);
  });
});
