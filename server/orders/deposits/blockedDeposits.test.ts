import { describe, expect, onTestFinished, test } from 'vitest';
import { oneDatabase, type DatabaseKind } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import type { Decimal } from '../../../contract/money.ts';
import { listOutboxRows } from '../../db/repositories/outbox.ts';
import type { PayoutCaps } from '../../payments/paymentContext.ts';
import { MAX_RETRY_DELAY_MS, mineAndTick, reconcileNow, runOperator } from '../testing/hostActions.ts';
import { ADDRESSES, makeOrder, readOrder, type MadeOrder, type OrderHost } from '../testing/orderHost.ts';

const NETWORKS = ['ethereum', 'bitcoin', 'tron'];
const DEPOSIT_BLOCKED = { attention: { reason: 'DEPOSIT_BLOCKED', actions: ['CONTACT'], deadline: null } };

async function startHost(kind: DatabaseKind, caps: Partial<PayoutCaps> = {}): Promise<OrderHost> {
  const host = await startOrderHostOn(kind, caps);
  onTestFinished(() => host.close());
  await reconcileNow(host);
  return host;
}

/** Makes an order of 300 USDT-ERC20 for bitcoins, and pays `amount`. */
async function payToken(host: OrderHost, amount: Decimal = '300'): Promise<MadeOrder> {
  const made = await makeOrder(host, {
    from: 'usdterc20',
    to: 'btc',
    amount: '300',
    destination: ADDRESSES.bitcoin,
    refund: ADDRESSES.ethereum,
  });
  host.chain('ethereum').pay({ address: made.order.depositAddress }, 'usdterc20', amount);
  return made;
}

const run = (host: OrderHost, rounds = 5): Promise<void> => mineAndTick(host, NETWORKS, rounds, 10);
const paidOut = (host: OrderHost, { destination }: MadeOrder): number => host.chain('bitcoin').receivedBy(destination).length;

test.each(oneDatabase(import.meta.filename))(
  'pays nothing while the token blocks the deposit address, and continues afterwards, on %s',
  async (kind) => {
    const host = await startHost(kind);
    const made = await payToken(host);
    const address = made.order.depositAddress;
    host.chain('ethereum').blocked.add(address);
    await run(host);
    expect(paidOut(host, made)).toBe(0);
    expect(await readOrder(host, made)).toMatchObject({ ...DEPOSIT_BLOCKED, status: 'PAYING_OUT' });
    expect(await runOperator(host, 'list')).toContain(`PAYOUT:${made.order.orderId}  REFUSED DEPOSIT_BLOCKED`);
    host.chain('ethereum').blocked.delete(address);
    host.advanceClock(MAX_RETRY_DELAY_MS);
    await run(host);
    expect(paidOut(host, made)).toBe(1);
    expect(await readOrder(host, made)).toMatchObject({ status: 'COMPLETED', attention: null });
    expect(await reconcileNow(host)).toEqual([]);
  },
);

test.each(oneDatabase(import.meta.filename))('refunds a blocked deposit only when the token unblocks it, on %s', async (kind) => {
  const host = await startHost(kind);
  const made = await payToken(host);
  host.chain('ethereum').blocked.add(made.order.depositAddress);
  await run(host);
  expect(await runOperator(host, 'refund', made.order.orderId, ADDRESSES.ethereum)).toContain('The payout is cancelled');
  await run(host);
  expect(host.chain('ethereum').receivedBy(ADDRESSES.ethereum)).toEqual([]);
  expect(await readOrder(host, made)).toMatchObject({ ...DEPOSIT_BLOCKED, status: 'REFUNDING' });
  host.chain('ethereum').blocked.clear();
  host.advanceClock(MAX_RETRY_DELAY_MS);
  await run(host);
  expect(await readOrder(host, made)).toMatchObject({ status: 'REFUNDED' });
  expect([paidOut(host, made), host.chain('ethereum').receivedBy(ADDRESSES.ethereum).length]).toEqual([0, 1]);
});

test.each(oneDatabase(import.meta.filename))('delays a payout while the blocklist cannot be read, on %s', async (kind) => {
  const host = await startHost(kind);
  const made = await payToken(host);
  const ethereum = host.chain('ethereum');
  ethereum.onCall = (name) => {
    if (name === 'before isDepositBlocked') ethereum.mode = 'down';
    if (name === 'before probe' || name === 'before incoming') ethereum.mode = 'up';
  };
  await run(host);
  expect(paidOut(host, made)).toBe(0);
  ethereum.onCall = () => undefined;
  ethereum.mode = 'up';
  host.advanceClock(MAX_RETRY_DELAY_MS);
  await run(host);
  expect(paidOut(host, made)).toBe(1);
});

test.each(oneDatabase(import.meta.filename))('collects a large deposit of such a token before it pays, on %s', async (kind) => {
  const host = await startHost(kind, { collectFirstAboveUsd: '200' });
  const made = await payToken(host);
  const ethereum = host.chain('ethereum');
  ethereum.mine(20);
  await host.tick(4);
  const sends = await listOutboxRows(host.database, made.order.orderId);
  expect(sends.find(({ kind: sendKind }) => sendKind === 'PAYOUT')).toMatchObject({ state: 'PENDING', attempts: 0 });
  host.advanceClock(20 * 60_000);
  await host.tick(2);
  expect(await runOperator(host, 'list')).toContain('REFUSED AWAITING_COLLECTION');
  expect(paidOut(host, made)).toBe(0);
  host.advanceClock(MAX_RETRY_DELAY_MS);
  await run(host);
  host.advanceClock(MAX_RETRY_DELAY_MS);
  await run(host);
  expect(paidOut(host, made)).toBe(1);
  expect(await readOrder(host, made)).toMatchObject({ status: 'COMPLETED' });
});

describe.each([
  { outcome: 'COMPLETED', paid: '300' },
  { outcome: 'REFUNDED', paid: '310' },
])('while collecting the deposit costs far more than was charged, and the order is $outcome', ({ outcome, paid }) => {
  /** Returns whether the deposit was collected. */
  async function isCollected(collectFirstAboveUsd: string): Promise<boolean> {
    const host = await startHost('SQLite', { collectFirstAboveUsd });
    host.desk.collectionFees.set('usdterc20', '1');
    const made = await payToken(host, paid);
    host.desk.maximum = '305';
    await run(host);
    if (outcome === 'REFUNDED') await runOperator(host, 'refund', made.order.orderId, ADDRESSES.ethereum);
    const ethereum = host.chain('ethereum');
    ethereum.fee = '0.002';
    for (let rounds = 0; rounds < 4; rounds += 1) {
      host.advanceClock(20 * 60_000);
      await run(host);
    }
    expect((await readOrder(host, made)).status).toBe(outcome);
    return ethereum.receivedBy((await ethereum.addressAt(ethereum.treasury())).address).length > 0;
  }

  test('collects a large deposit at once', async () => {
    expect(await isCollected('200')).toBe(true);
  });

  test('waits with a small one', async () => {
    expect(await isCollected('400')).toBe(false);
  });
});
