import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '../../../contract/schemas/orders.ts';
import { oneDatabase } from '../../../tests/support/databases.ts';
import { startCountedHostOn } from '../../../tests/support/orderHosts.ts';
import { reconcileNow } from '../testing/hostActions.ts';
import { ADDRESSES, eventKinds, readOrder, makeOrder, type MadeOrder, type OrderHost } from '../testing/orderHost.ts';

const DAY = 24 * 3_600_000;

describe.each(oneDatabase(import.meta.filename))('deposits after an address is no longer watched on %s', (kind) => {
  let host: OrderHost;
  beforeEach(async () => {
    host = await startCountedHostOn(kind);
  });
  afterEach(async () => {
    await host.close();
  });

  async function run(rounds = 1): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      for (const network of ['bitcoin', 'ethereum', 'tron']) host.chain(network).mine(20);
      host.advanceClock(10 * 60_000);
      await host.tick();
    }
  }

  const claim = ({ order, destination, token }: MadeOrder, txHash: string): Promise<Order> =>
    host.orders.claimDeposit(
      { orderId: order.orderId, destinationAddress: destination, txHash },
      { orderToken: token, clientAddress: null },
    );

  test("finds a claimed deposit on the order's own network once the order is no longer watched", async () => {
    const wanted = { from: 'usdterc20', to: 'btc', amount: '500', destination: ADDRESSES.bitcoin, refund: ADDRESSES.ethereum };
    const made = await makeOrder(host, wanted);
    expect(made.order.watchedUntil).toBe(new Date(Date.parse(made.order.expiresAt) + 7 * DAY).toISOString());
    host.advanceClock(30 * DAY);
    const txHash = host.chain('ethereum').pay({ address: made.order.depositAddress }, 'usdterc20', '500');
    await run();
    expect(await readOrder(host, made)).toMatchObject({ deposits: [], watchedUntil: null });
    expect((await claim(made, txHash)).deposits).toMatchObject([{ amount: '500', txHash }]);
  });

  test('exchanges a late deposit that is claimed, and watches the order again', async () => {
    const made = await makeOrder(host, { rateMode: 'FLOATING' });
    host.advanceClock(9 * DAY);
    const txHash = host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    await run();
    expect(await readOrder(host, made)).toMatchObject({ deposits: [], isExpired: true, watchedUntil: null });
    const claimed = await claim(made, txHash);
    expect(claimed).toMatchObject({ deposits: [{ amount: '0.1', txHash, isExtra: false }], isExpired: false });
    // No operator was needed.
    expect(claimed.claims).toEqual([]);
    await run(4);
    const after = await readOrder(host, made);
    expect(eventKinds(after).at(-1)).toBe('WITHDRAWAL_COMPLETED');
    expect(Date.parse(after.watchedUntil ?? '')).toBeGreaterThan(host.context.now() + 6 * DAY);
    expect(await reconcileNow(host)).toEqual([]);
  });

  test('watches an order as long as it holds a deposit', async () => {
    const made = await makeOrder(host, { rateMode: 'FLOATING', refund: null });
    host.desk.maximum = '0.1';
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.2');
    await run();
    host.advanceClock(8 * DAY);
    expect(await readOrder(host, made)).toMatchObject({
      attention: { reason: 'ABOVE_MAXIMUM' },
      watchedUntil: made.order.watchedUntil,
    });
  });
});
