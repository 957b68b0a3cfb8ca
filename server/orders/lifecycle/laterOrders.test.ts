import { TREASURY_INDEX } from '../../ports/chain/treasury.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sum } from '../../../contract/money.ts';
import type { Order } from '../../../contract/schemas/orders.ts';
import { DATABASES, rulesOn } from '../../../tests/support/databases.ts';
import { startCountedHostOn } from '../../../tests/support/orderHosts.ts';
import { listOrderFingerprints } from '../../db/repositories/orderFingerprints.ts';
import { addToBlacklist } from '../../operator/testing/acts.ts';
import { mineAndTick, reconcileNow, runOperator } from '../testing/hostActions.ts';
import {
  ADDRESSES,
  eventKinds,
  ledgerAccounts,
  ledgerSums,
  makeOrder,
  readOrder,
  type MadeOrder,
  type OrderHost,
  type OrderOptions,
} from '../testing/orderHost.ts';

const HOUR = 3_600_000;

/** A test payment of the minimum, then the rest (D63). */
describe.each(DATABASES)('a deposit after the payout on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let host: OrderHost;
  beforeEach(async () => {
    host = await startCountedHostOn(kind);
  });
  afterEach(async () => {
    await host.close();
  });

  const run = (rounds = 8): Promise<void> => mineAndTick(host, ['bitcoin', 'tron', 'ethereum', 'ripple'], rounds, 7);

  const payTo = (made: MadeOrder, coins: string, coin = 'btc', network = 'bitcoin'): string =>
    host.chain(network).pay({ address: made.order.depositAddress, memo: made.order.depositAddressMemo }, coin, coins);

  /** An order that is paid out after a deposit of 0.001 BTC. */
  async function paidOut(wanted: OrderOptions = {}): Promise<MadeOrder> {
    const made = await makeOrder(host, { amount: '0.001', ...wanted });
    payTo(made, made.input.claimedDepositAmount, wanted.from);
    await run();
    expect((await readOrder(host, made)).status).toBe('COMPLETED');
    return made;
  }

  /** The later orders of an order, as its customer reads them. */
  async function laterOrdersOf(made: MadeOrder): Promise<Order[]> {
    const { laterOrders = [] } = await readOrder(host, made);
    return await Promise.all(laterOrders.map(({ orderId }) => host.orders.publicInfo(orderId, made.destination)));
  }

  const fingerprintOf = async ({ order }: MadeOrder) =>
    await listOrderFingerprints(host.database, [order.orderId], host.context.now());

  const arrivedAt = (network: string, address: string) =>
    host
      .chain(network)
      .receivedBy(address)
      .map(({ amount, instrument }) => `${amount} ${instrument}`);

  async function expectConsistentBooks(): Promise<void> {
    expect(new Set(['0', ...Object.values(await ledgerSums(host))])).toEqual(new Set(['0']));
    expect(await reconcileNow(host)).toEqual([]);
  }

  rule('becomes a new order at the price of its confirmation', async () => {
    const made = await paidOut();
    host.advanceClock(23 * HOUR);
    host.desk.prices.set('btc', '50000');
    payTo(made, '0.2');
    await run();
    const [later, ...others] = await laterOrdersOf(made);
    expect(others).toEqual([]);
    expect(later).toMatchObject({
      status: 'COMPLETED',
      rateMode: 'FLOATING',
      firstOrderId: made.order.orderId,
      claimedDepositAmount: '0.2',
      settledPrice: '49750',
      depositAddress: made.order.depositAddress,
      refundAddress: made.order.refundAddress,
      guarantee: { document: { orderId: later?.orderId, claimedDepositAmount: '0.2', laterDeposits: { rule: 'NEW_ORDER' } } },
      receipt: { document: { outcome: 'COMPLETED' } },
    });
    expect(later && eventKinds(later)).toEqual([
      'CREATION_END',
      'DEPOSIT_REGISTERED',
      'INCOMING_FUNDS_DETECTED',
      'FUNDS_WITHDRAWAL_START',
      'WITHDRAWAL_COMPLETED',
    ]);
    const first = await readOrder(host, made);
    expect(first).toMatchObject({ status: 'COMPLETED', attention: null, refunds: [] });
    expect(first.deposits).toHaveLength(1);
    expect(first.laterOrders).toMatchObject([{ orderId: later?.orderId, amount: '0.2', status: 'COMPLETED' }]);
    expect(arrivedAt('tron', made.destination)).toEqual(['58.2 usdttrc20', '9948.5 usdttrc20']);
    expect(arrivedAt('bitcoin', ADDRESSES.bitcoin)).toEqual([]);
    await expectConsistentBooks();
  });

  rule('appears as an order as soon as it is in a block, and each one is an order of its own', async () => {
    const made = await paidOut();
    payTo(made, '0.2');
    await host.tick();
    expect(await laterOrdersOf(made)).toEqual([]);
    // A payment without a block is not offered for a refund.
    expect((await host.orders.refundInfo(made.order.orderId)).extra).toEqual([]);
    const before = await fingerprintOf(made);
    host.chain('bitcoin').mine(1);
    await host.tick();
    const created = await fingerprintOf(made);
    expect(created).not.toEqual(before);
    // Its deposit is at the address of the first order.
    expect(await reconcileNow(host)).toEqual([]);
    expect(await laterOrdersOf(made)).toMatchObject([{ status: 'CONFIRMING', deposits: [{ amount: '0.2', isExtra: false }] }]);
    await run();
    // The page of the first order shows the status of the new one.
    expect(await fingerprintOf(made)).not.toEqual(created);
    payTo(made, '0.3');
    await run();
    const later = await laterOrdersOf(made);
    expect(later.map(({ claimedDepositAmount, status }) => `${claimedDepositAmount} ${status}`).toSorted()).toEqual([
      '0.2 COMPLETED',
      '0.3 COMPLETED',
    ]);
    expect(later.map(({ guarantee }) => guarantee?.document.depositAddress)).toEqual([
      made.order.depositAddress,
      made.order.depositAddress,
    ]);
    await expectConsistentBooks();
  });

  rule('adds up with the first deposit while the order is open', async () => {
    const made = await makeOrder(host, { amount: '0.001' });
    payTo(made, '0.001');
    host.chain('bitcoin').mine(1);
    await host.tick();
    payTo(made, '0.2');
    await run();
    expect(await readOrder(host, made)).toMatchObject({ status: 'COMPLETED', laterOrders: [] });
    expect((await readOrder(host, made)).deposits).toHaveLength(2);
  });

  rule('with the memo of the first order on a shared address becomes a new order', async () => {
    const made = await makeOrder(host, { from: 'xrp', amount: '40', refund: ADDRESSES.ripple });
    payTo(made, '40', 'xrp', 'ripple');
    await run();
    payTo(made, '500', 'xrp', 'ripple');
    await run();
    expect(await laterOrdersOf(made)).toMatchObject([{ status: 'COMPLETED', depositAddressMemo: made.order.depositAddressMemo }]);
    await expectConsistentBooks();
  });

  rule('of a token is swept with gas of its own, next to the sweep of the first order', async () => {
    const made = await makeOrder(host, {
      from: 'usdterc20',
      to: 'btc',
      amount: '50',
      destination: ADDRESSES.bitcoin,
      refund: null,
    });
    for (const coins of ['50', '200', '900']) {
      payTo(made, coins, 'usdterc20', 'ethereum');
      await run();
    }
    await run();
    expect(await laterOrdersOf(made)).toMatchObject([{ status: 'COMPLETED' }, { status: 'COMPLETED' }]);
    const held = await ledgerAccounts(host);
    // Each sweep leaves one base unit (D53).
    expect(held['DEPOSIT_ADDRESSES usdterc20']).toBe('0.000003');
    expect(held['CUSTOMER eth'] ?? '0').toBe('0');
    await expectConsistentBooks();
  });

  const LEFT: readonly [string, OrderOptions, (made: MadeOrder) => void | Promise<void>, string][] = [
    ['later than 24 hours', {}, () => host.advanceClock(24 * HOUR), '0.2'],
    ['below the minimum', {}, () => void (host.desk.minimum = '0.3'), '0.2'],
    ['above the maximum', {}, () => void (host.desk.maximum = '0.1'), '0.2'],
    ['to a fixed-rate order', { rateMode: 'FIXED' }, () => undefined, '0.2'],
    [
      'of a customer on the blacklist',
      {},
      async ({ destination }) => {
        await addToBlacklist(host.context, { kind: 'ADDRESS', value: destination });
      },
      '0.2',
    ],
  ];
  for (const [name, wanted, prepare, coins] of LEFT)
    rule(`${name} is left to the customer`, async () => {
      const made = await paidOut(wanted);
      await prepare(made);
      payTo(made, coins);
      await run(3);
      expect(await readOrder(host, made)).toMatchObject({ laterOrders: [], attention: { reason: 'EXTRA_DEPOSIT' } });
      host.advanceClock(25 * HOUR);
      await run();
      expect(arrivedAt('bitcoin', ADDRESSES.bitcoin)).toEqual([`${sum([coins, '-0.00003'])} btc`]);
      await expectConsistentBooks();
    });

  rule('of an order that was refunded is left to the customer', async () => {
    const made = await makeOrder(host, { amount: '0.001' });
    host.desk.maximum = '0.0001';
    payTo(made, '0.002');
    await run(3);
    const { refundAmount = '0', networkFee } = await host.orders.refundInfo(made.order.orderId);
    const input = { orderId: made.order.orderId, destinationAddress: made.destination, refundAddress: ADDRESSES.bitcoin };
    const authority = { orderToken: made.token, clientAddress: null };
    await host.orders.requestRefund({ ...input, refundAmount, claimedNetworkFee: networkFee }, authority);
    await run();
    host.desk.maximum = '1000';
    payTo(made, '0.2');
    await run();
    expect(await readOrder(host, made)).toMatchObject({
      status: 'REFUNDED',
      laterOrders: [],
      attention: { reason: 'EXTRA_DEPOSIT' },
    });
  });

  rule('without a trusted price becomes an order if it is not smaller than the first, and waits for the price', async () => {
    const made = await paidOut();
    host.desk.isStale = true;
    payTo(made, '0.2');
    payTo(made, '0.0009');
    await run();
    expect(await laterOrdersOf(made)).toMatchObject([{ waitsFor: 'PRICE', claimedPublicRate: { price: '59700' } }]);
    host.desk.isStale = false;
    await run();
    expect(await laterOrdersOf(made)).toMatchObject([{ status: 'COMPLETED', settledPrice: '59700' }]);
    await expectConsistentBooks();
  });

  rule('gives an order that the token of the first order can refund', async () => {
    const made = await paidOut({ refund: null });
    payTo(made, '0.2');
    host.chain('bitcoin').mine(1);
    await host.tick(2);
    host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', '-499990');
    // The reserve is read again before the deposit has its confirmations.
    host.advanceClock(60_000);
    await host.tick(2);
    await run(3);
    const [later] = await laterOrdersOf(made);
    expect(later).toMatchObject({ status: 'DECISION_NEEDED', attention: { reason: 'NO_LIQUIDITY' } });
    const orderId = later?.orderId ?? '';
    const { refundAmount = '0', networkFee } = await host.orders.refundInfo(orderId);
    const input = { orderId, destinationAddress: made.destination, refundAddress: ADDRESSES.bitcoin };
    const authority = { orderToken: made.token, clientAddress: null };
    await host.orders.requestRefund({ ...input, refundAmount, claimedNetworkFee: networkFee }, authority);
    await run();
    expect(arrivedAt('bitcoin', ADDRESSES.bitcoin)).toEqual(['0.19997 btc']);
    expect(await laterOrdersOf(made)).toMatchObject([{ status: 'REFUNDED' }]);
  });

  test('creates one order when the process dies at any statement', async () => {
    const made = await paidOut();
    payTo(made, '0.2');
    host.chain('bitcoin').mine(7);
    let deaths = 0;
    for (let statement = 1; statement < 40; statement += 3) {
      let count = Number.NEGATIVE_INFINITY;
      await host.restart(() => {
        count += 1;
        if (count < statement) return;
        deaths += 1;
        throw new Error('the process dies');
      });
      count = 0;
      await host.tick();
    }
    expect(deaths).toBeGreaterThan(0);
    await host.restart();
    await run();
    expect(await laterOrdersOf(made)).toMatchObject([{ status: 'COMPLETED', claimedDepositAmount: '0.2' }]);
    expect(arrivedAt('tron', made.destination)).toHaveLength(2);
    await expectConsistentBooks();
  });

  rule('is linked with its first order for operators', async () => {
    const made = await paidOut();
    payTo(made, '0.2');
    await run(3);
    const [later] = await laterOrdersOf(made);
    const orderId = later?.orderId ?? '';
    expect(await runOperator(host, 'show', made.order.orderId)).toContain(`later order: ${orderId}`);
    expect(await runOperator(host, 'show', orderId)).toContain(`first order: ${made.order.orderId}`);
  });
});
