import { TREASURY_INDEX } from '../../ports/chain/treasury.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ApiError } from '../../../contract/errors.ts';
import type { ExtraDeposit, Order } from '../../../contract/schemas/orders.ts';
import { DATABASES, rulesOn } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { listOutboxRows } from '../../db/repositories/outbox.ts';
import { runOperatorCommand } from '../../operator/cli/runOperatorCommand.ts';
import { mineAndTick, refusalOf } from '../testing/hostActions.ts';
import {
  ADDRESSES,
  eventKinds,
  ledgerAccounts,
  ledgerSums,
  readOrder,
  makeOrder,
  type MadeOrder,
  type OrderHost,
} from '../testing/orderHost.ts';

const DAY = 24 * 3_600_000;
const OTHER = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';

describe.each(DATABASES)('extra deposits on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let host: OrderHost;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
  });
  afterEach(async () => {
    await host.close();
  });

  const run = (rounds = 6): Promise<void> => mineAndTick(host, ['bitcoin', 'tron', 'ethereum'], rounds, 7);

  /** A completed order that receives a second deposit. */
  async function paidTwice(second = '0.05', wanted: Parameters<typeof makeOrder>[1] = {}): Promise<MadeOrder> {
    const made = await makeOrder(host, wanted);
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    await run();
    // Larger deposits become new orders (D63).
    host.desk.minimum = '100';
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', second);
    await run(2);
    return made;
  }

  async function extrasOf(made: MadeOrder): Promise<ExtraDeposit[]> {
    return (await host.orders.refundInfo(made.order.orderId)).extra ?? [];
  }

  async function refund(made: MadeOrder, extra: ExtraDeposit | undefined, changes: object = {}): Promise<Order> {
    const input = {
      orderId: made.order.orderId,
      destinationAddress: made.destination,
      depositTxHash: extra?.depositTxHash ?? '',
      depositIndex: extra?.depositIndex ?? 0,
      refundAmount: extra?.refundAmount ?? '0',
      claimedNetworkFee: extra?.networkFee ?? '0',
      ...changes,
    };
    return await host.orders.requestRefund(input, { orderToken: made.token, clientAddress: null });
  }

  const received = (network: string, address: string) =>
    host
      .chain(network)
      .receivedBy(address)
      .map(({ instrument, amount }) => `${amount} ${instrument}`);

  async function expectNothingOwed(made: MadeOrder): Promise<void> {
    const accounts = await ledgerAccounts(host, made.order.orderId);
    const open = Object.entries(accounts).filter(([key, sum]) => /^(CUSTOMER|IN_TRANSIT) /.test(key) && sum !== '0');
    expect(open).toEqual([]);
    expect(new Set(Object.values(await ledgerSums(host)))).toEqual(new Set(['0']));
  }

  rule('shows a second deposit with its refund, and refunds it on request', async () => {
    const made = await paidTwice();
    const before = await readOrder(host, made);
    expect(before.attention).toMatchObject({ reason: 'EXTRA_DEPOSIT', actions: ['REFUND'] });
    expect(before.deposits.map(({ amount, isExtra }) => [amount, isExtra])).toEqual([
      ['0.1', false],
      ['0.05', true],
    ]);
    const [extra] = await extrasOf(made);
    expect(extra).toMatchObject({
      instrument: { slug: 'btc', currencyTitle: 'BTC' },
      amount: '0.05',
      networkFee: '0.00003',
      refundAmount: '0.04997',
      refundAddress: 'bc1qw5•••f3t4',
      state: 'HERE',
      actions: ['REFUND'],
    });
    const after = await refund(made, extra);
    expect(after.attention).toBeNull();
    // The agreed fee stays, whatever the current fee is.
    host.desk.fees.set('btc', '0.0001');
    const agreed = { networkFee: '0.00003', refundAmount: '0.04997' };
    expect((await extrasOf(made))[0]).toMatchObject({ state: 'REFUNDING', actions: [], deadline: null, ...agreed });
    await run();
    expect(received('bitcoin', ADDRESSES.bitcoin)).toEqual(['0.04997 btc']);
    const order = await readOrder(host, made);
    expect(order.refunds).toMatchObject([
      {
        amount: '0.04997',
        networkFee: '0.00003',
        depositTxHash: extra?.depositTxHash,
        isExtra: true,
        instrument: { slug: 'btc' },
      },
    ]);
    expect(order.refunds[0]?.txHash).not.toBeNull();
    // A completed order writes no refund events (D6).
    expect(eventKinds(order)).toEqual(eventKinds(before));
    expect((await extrasOf(made))[0]).toMatchObject({ state: 'REFUNDED', ...agreed });
    await expectNothingOwed(made);
  });

  rule('refunds an extra deposit 24 hours after its last confirmation', async () => {
    const made = await paidTwice();
    const deadline = Date.parse((await readOrder(host, made)).attention?.deadline ?? '');
    host.advanceClock(deadline - host.context.now() - 60_000);
    await run(2);
    expect(received('bitcoin', ADDRESSES.bitcoin)).toEqual([]);
    host.advanceClock(60_000);
    await run();
    expect(received('bitcoin', ADDRESSES.bitcoin)).toEqual(['0.04997 btc']);
    host.advanceClock(3 * DAY);
    await run();
    expect(received('bitcoin', ADDRESSES.bitcoin)).toHaveLength(1);
    await expectNothingOwed(made);
  });

  rule('waits for a refund address when the order has none', async () => {
    const made = await paidTwice('0.05', { refund: null });
    expect((await readOrder(host, made)).attention).toEqual({
      reason: 'EXTRA_DEPOSIT',
      actions: ['REFUND', 'CONTACT'],
      deadline: null,
    });
    host.advanceClock(3 * DAY);
    await run(2);
    const [extra] = await extrasOf(made);
    expect(await refusalOf(refund(made, extra))).toMatchObject({ code: 'ERR_VALIDATION', details: { field: 'refundAddress' } });
    await refund(made, extra, { refundAddress: OTHER });
    await run();
    expect(received('bitcoin', OTHER)).toEqual(['0.04997 btc']);
    await expectNothingOwed(made);
  });

  rule('refunds a deposit in another coin in that coin, from an empty treasury', async () => {
    const made = await makeOrder(host, { from: 'eth', amount: '1', refund: ADDRESSES.ethereum });
    host.chain('ethereum').credit(TREASURY_INDEX, 'usdterc20', '-500000');
    host.chain('ethereum').pay({ address: made.order.depositAddress }, 'usdterc20', '100');
    await run();
    const [extra] = await extrasOf(made);
    expect(extra).toMatchObject({
      instrument: { slug: 'usdterc20' },
      networkFee: '1.2',
      refundAmount: '98.8',
      actions: ['REFUND'],
    });
    await refund(made, extra);
    for (let minutes = 0; minutes < 30; minutes += 1) {
      host.advanceClock(60_000);
      await run(1);
    }
    expect(received('ethereum', ADDRESSES.ethereum)).toEqual(['98.8 usdterc20']);
    // The order still awaits its own coin and exchanges it on arrival.
    expect((await readOrder(host, made)).attention).toBeNull();
    host.chain('ethereum').pay({ address: made.order.depositAddress }, 'eth', '1');
    await run();
    expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
    await expectNothingOwed(made);
  });

  rule('sends one gas top-up for an extra deposit and an exchange that starts meanwhile', async () => {
    const ethereum = host.chain('ethereum');
    host.desk.collectionFees.set('usdterc20', '2');
    const made = await makeOrder(host, { from: 'eth', amount: '1', refund: ADDRESSES.ethereum });
    ethereum.pay({ address: made.order.depositAddress }, 'usdterc20', '100');
    await run();
    await refund(made, (await extrasOf(made))[0]);
    await run();
    expect(received('ethereum', ADDRESSES.ethereum)).toEqual(['96.8 usdterc20']);
    ethereum.finalAfter = 100;
    host.advanceClock(15 * 60_000);
    await run(1);
    ethereum.pay({ address: made.order.depositAddress }, 'eth', '1');
    await run(8);
    expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
    const sends = await listOutboxRows(host.database, made.order.orderId);
    expect(sends.filter(({ kind: sent }) => sent === 'TOP_UP').map(({ state }) => state)).toEqual(['SENT']);
  });

  rule('offers no action for an unconfirmed extra deposit', async () => {
    const made = await paidTwice();
    host.advanceClock(2 * DAY);
    await run();
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.05');
    await host.tick();
    expect((await extrasOf(made)).at(-1)).toMatchObject({ state: 'CONFIRMING', actions: [], deadline: null });
    expect((await readOrder(host, made)).attention).toBeNull();
    await run(2);
    expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'EXTRA_DEPOSIT', actions: ['REFUND'] });
  });

  rule('offers only CONTACT for dust, and refunds it once the fee has fallen', async () => {
    const made = await paidTwice('0.00002');
    expect((await readOrder(host, made)).attention).toEqual({ reason: 'EXTRA_DEPOSIT', actions: ['CONTACT'], deadline: null });
    expect((await refusalOf(refund(made, (await extrasOf(made))[0]))).code).toBe('ERR_NOT_ACCEPTABLE');
    host.advanceClock(2 * DAY);
    await run();
    expect(received('bitcoin', ADDRESSES.bitcoin)).toEqual([]);
    host.desk.fees.set('btc', '0.000005');
    host.advanceClock(2 * DAY);
    await run();
    expect(received('bitcoin', ADDRESSES.bitcoin)).toEqual(['0.000015 btc']);
  });

  rule('asks again with all current extra deposits when the fee has risen', async () => {
    const made = await paidTwice();
    const [extra] = await extrasOf(made);
    host.desk.fees.set('btc', '0.0001');
    const error = await refusalOf(refund(made, extra));
    expect(error).toMatchObject({ code: 'ERR_RATE_CHANGED', details: { refundInfo: { extra: [{ networkFee: '0.0001' }] } } });
    expect((await refusalOf(refund(made, extra, { refundAmount: '1' }))).code).toBe('ERR_RATE_CHANGED');
  });

  rule("rejects a refund without token, of an order's own deposit, or to the destination", async () => {
    const made = await paidTwice();
    const [extra] = await extrasOf(made);
    const input = {
      orderId: made.order.orderId,
      destinationAddress: made.destination,
      refundAmount: '0.1',
      claimedNetworkFee: '0',
    };
    const own = (await readOrder(host, made)).deposits[0]?.txHash ?? '';
    expect((await refusalOf(refund(made, extra, { depositTxHash: own }))).code).toBe('ERR_NOT_ACCEPTABLE');
    expect((await refusalOf(refund(made, extra, { refundAddress: ADDRESSES.tron }))).code).toBe('ERR_VALIDATION');
    const noToken = host.orders.requestRefund({ ...input, depositTxHash: own }, { orderToken: null, clientAddress: null });
    expect((await refusalOf(noToken)).code).toBe('ERR_ORDER_TOKEN_REQUIRED');
  });

  test('refunds once under concurrent requests and the deadline', async () => {
    const made = await paidTwice();
    const [extra] = await extrasOf(made);
    host.advanceClock(2 * DAY);
    const outcomes = await Promise.allSettled([...Array.from({ length: 6 }, () => refund(made, extra)), host.tick()]);
    const codes = outcomes.flatMap((one) => (one.status === 'rejected' ? [(one.reason as ApiError).code] : []));
    expect(new Set([...codes, 'ERR_NOT_ACCEPTABLE'])).toEqual(new Set(['ERR_NOT_ACCEPTABLE']));
    await run();
    expect(received('bitcoin', ADDRESSES.bitcoin)).toEqual(['0.04997 btc']);
    await expectNothingOwed(made);
  });

  rule('does not wait for confirmations of dust before an exchange or refund', async () => {
    const made = await makeOrder(host);
    const bitcoin = host.chain('bitcoin');
    bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.1');
    for (let block = 0; block < 12; block += 1) {
      bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.00001');
      for (const network of ['bitcoin', 'tron']) host.chain(network).mine();
      await host.tick();
    }
    expect(received('tron', ADDRESSES.tron)).toHaveLength(1);
  });

  rule('lets an operator find the payment of an open order that the scan of its network has skipped', async () => {
    const made = await makeOrder(host);
    const bitcoin = host.chain('bitcoin');
    await run(2);
    const block = bitcoin.height();
    bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.1');
    bitcoin.mine(20);
    await host.database
      .updateTable('network_cursors')
      .set({ cursor: String(bitcoin.height()) })
      .execute();
    await run();
    expect(eventKinds(await readOrder(host, made))).toEqual(['CREATION_END']);
    await runOperatorCommand({ ...host.context, operatorFile: '' }, ['find', made.order.orderId, String(block)]);
    await run();
    expect(eventKinds(await readOrder(host, made))).toContain('WITHDRAWAL_COMPLETED');
  });

  rule('lets an operator find and refund a deposit to an address that is no longer watched', async () => {
    const made = await makeOrder(host);
    const bitcoin = host.chain('bitcoin');
    bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.1');
    await run();
    const say = (words: string) => runOperatorCommand({ ...host.context, operatorFile: '' }, words.split(' '));
    const { orderId } = made.order;
    host.advanceClock(8 * DAY);
    await run(2);
    const block = bitcoin.height();
    bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.05');
    await run();
    expect(await extrasOf(made)).toEqual([]);
    expect(await say(`find ${orderId} ${block}`)).toContain(`in blocks ${block} to ${bitcoin.height()}: 1.`);
    expect(await say(`find ${orderId} ${block}`)).toContain(`in blocks ${block} to ${bitcoin.height()}: 1.`);
    expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'EXTRA_DEPOSIT', actions: ['REFUND'] });
    host.advanceClock(2 * DAY);
    await run();
    expect(received('bitcoin', ADDRESSES.bitcoin)).toEqual(['0.04997 btc']);
    await expectNothingOwed(made);
  });
});
