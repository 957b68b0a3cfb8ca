import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderStatus } from '../../contract/order.ts';
import type { HistoryInput } from '../../contract/schemas/history.ts';
import { startSession } from '../../server/accounts/sessions.ts';
import { findAccountSession } from '../../server/db/repositories/accounts/accountSession.ts';
import { createHistoryService, type HistoryService } from '../../server/history/orderHistory.ts';
import { addCustomer, makeOrderOf } from '../../server/orders/testing/customer.ts';
import { ADDRESSES, makeOrder, readOrder, type MadeOrder, type OrderHost } from '../../server/orders/testing/orderHost.ts';
import { DATABASES } from '../support/databases.ts';
import { startOrderHostOn } from '../support/orderHosts.ts';

const HOUR_MS = 3_600_000;

describe.each(DATABASES)('the history of a customer on %s', (kind) => {
  let host: OrderHost;
  let history: HistoryService;
  let anna: number;
  let boris: number;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
    history = createHistoryService(host.context);
    anna = await addCustomer(host.database, 'anna@example.com');
    boris = await addCustomer(host.database, 'boris@example.com');
  });
  afterEach(async () => await host.close());

  const ownerOf = (customerId: number, onlyOfKeys = false) => ({ customerId, onlyOfKeys });
  /** Creates an order of a customer, at a time of its own. */
  const order = async (userId: number, wanted: Parameters<typeof makeOrderOf>[2] = {}): Promise<MadeOrder> => {
    host.advanceClock(1_000);
    return await makeOrderOf(host, userId, wanted);
  };
  const run = async () => {
    for (let round = 0; round < 4; round += 1) {
      for (const network of ['bitcoin', 'tron', 'ethereum']) host.chain(network).mine(7);
      await host.tick();
    }
  };
  const pay = (made: MadeOrder, amount = '0.1') =>
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount);
  const ids = async (input: HistoryInput, userId = anna) =>
    (await history.list(ownerOf(userId), input)).entries.map((entry) => entry.order.orderId);

  /** One order of each state of Anna: expired, completed, refunded and open. */
  async function oneOfEach() {
    const expired = await order(anna, { rateMode: 'FIXED' });
    host.advanceClock(HOUR_MS);
    const completed = await order(anna);
    pay(completed);
    await run();
    const refunded = await order(anna, { rateMode: 'FIXED' });
    host.advanceClock(21 * 60_000);
    pay(refunded);
    await run();
    const { orderId } = refunded.order;
    const info = await host.orders.refundInfo(orderId);
    await host.orders.requestRefund(
      {
        orderId,
        destinationAddress: refunded.destination,
        refundAmount: info.refundAmount ?? '0',
        claimedNetworkFee: info.networkFee,
      },
      { orderToken: refunded.token, clientAddress: null },
    );
    await run();
    const open = await order(anna, { from: 'eth', destination: ADDRESSES.tron, refund: ADDRESSES.ethereum, amount: '1' });
    return { expired, completed, refunded, open };
  }

  it('finds orders by the id of a partner’s own, exactly and only the customer’s', async () => {
    const first = await order(anna);
    const second = await order(anna);
    const foreign = await order(boris);
    await host.database.updateTable('orders').set({ legacy_order_id: 'shop-17' }).execute();
    await order(anna);
    expect(await ids({ legacyOrderId: 'shop-17' })).toEqual([second.order.orderId, first.order.orderId]);
    expect(await ids({ legacyOrderId: 'shop-17' }, boris)).toEqual([foreign.order.orderId]);
    for (const legacyOrderId of ['shop-1', 'SHOP-17', 'shop-17 ']) expect(await ids({ legacyOrderId })).toEqual([]);
    expect((await history.list(ownerOf(anna, true), { legacyOrderId: 'shop-17' })).entries).toEqual([]);
  });

  it('lists for API keys only the orders that were created with keys', async () => {
    const { expired, open } = await oneOfEach();
    const byKey = { order_id: open.order.orderId, source: 'API_KEY' } as const;
    const owners = host.database.updateTable('order_owners').set({ source: byKey.source });
    await owners.where('order_id', '=', byKey.order_id).execute();
    const { orderId: hidden } = expired.order;
    for (const input of [
      {},
      { orderIds: `${hidden},${byKey.order_id}` },
      { search: open.destination },
    ] satisfies HistoryInput[]) {
      const { entries } = await history.list(ownerOf(anna, true), input);
      expect(entries.map(({ order: { orderId }, source }) => [orderId, source])).toEqual([[byKey.order_id, 'API_KEY']]);
    }
    const { counts } = await history.list(ownerOf(anna, true), {});
    expect(counts?.map(({ count }) => count)).toEqual([1, 0, 0, 0]);
    expect((await history.list(ownerOf(anna, true), { search: hidden })).entries).toEqual([]);
    expect((await history.list(ownerOf(boris, true), {})).entries).toEqual([]);
  });

  it('finds the orders of each state, and counts them', async () => {
    const made = await oneOfEach();
    await order(boris);
    for (const state of ['open', 'completed', 'refunded', 'expired'] as const) {
      const { entries, counts } = await history.list(ownerOf(anna), { state });
      expect(entries.map((entry) => [entry.order.orderId, entry.state])).toEqual([[made[state].order.orderId, state]]);
      expect(counts).toContainEqual({ state, count: 1, hasMore: false });
    }
    const { completed, refunded, expired } = made;
    expect(await ids({ state: 'ended' })).toEqual([refunded, completed, expired].map((one) => one.order.orderId));
    const [entry] = (await history.list(ownerOf(anna), { state: 'completed' })).entries;
    const { guarantee: _guarantee, receipt: _receipt, ...shown } = await readOrder(host, completed);
    expect(entry).toEqual({ order: shown, state: 'completed', source: 'SESSION', match: null });
  });

  it('counts open orders for the account data in every state that the history lists as open', async () => {
    const { completed } = await oneOfEach();
    const { now } = host.context;
    const client = { address: '198.51.100.7', userAgent: null, origin: 'http://localhost', sessionToken: null };
    const sessionOf = async (userId: number) => {
      const session = { userId, kind: 'HEADER', client, browserFingerprint: null, secondFactorAt: null } as const;
      return (await startSession({ now, tokenKey: new Uint8Array(32) }, host.database, session)).sessionId;
    };
    const [sessionOfAnna, sessionOfBoris] = [await sessionOf(anna), await sessionOf(boris)];
    const count = async (id = sessionOfAnna) => Number((await findAccountSession(host.database, id, now()))?.open_orders);
    expect([await count(), await count(sessionOfBoris)]).toEqual([1, 0]);
    for (const status of ['CONFIRMING', 'DECISION_NEEDED', 'PAYING_OUT', 'REFUND_REQUESTED', 'REFUNDING', 'AWAITING_DEPOSIT']) {
      const { orderId } = completed.order;
      await host.database
        .updateTable('orders')
        .set({ status: status as OrderStatus })
        .where('id', '=', orderId)
        .execute();
      expect([status, await count(), (await ids({ state: 'open' })).length]).toEqual([status, 2, 2]);
    }
  });

  it('filters by coin and time', async () => {
    const made = await oneOfEach();
    expect(await ids({ coin: 'eth' })).toEqual([made.open.order.orderId]);
    expect(await ids({ coin: 'usdttrc20' })).toHaveLength(4);
    expect(await ids({ since: made.refunded.order.createdAt })).toEqual(
      [made.open, made.refunded].map((one) => one.order.orderId),
    );
    expect(await ids({ until: made.completed.order.createdAt })).toEqual([made.expired.order.orderId]);
  });

  it('returns pages that have every order once', async () => {
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) made.unshift((await order(anna)).order.orderId);
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<HistoryService['list']>> = await history.list(ownerOf(anna), {
        limit: '2',
        ...(cursor !== null && { cursor }),
      });
      found.push(...page.entries.map((entry) => entry.order.orderId));
      expect(page.counts === null).toBe(cursor !== null);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(found).toEqual(made);
  });

  it('finds an order by the beginning of its id, of each address and of each hash', async () => {
    const { completed, refunded } = await oneOfEach();
    const done = await readOrder(host, completed);
    const back = await readOrder(host, refunded);
    const searches = [
      [done.orderId.slice(0, 6), done, 'ORDER_ID'],
      [done.depositAddress.toUpperCase(), done, 'DEPOSIT_ADDRESS'],
      [done.deposits[0]?.txHash.slice(0, 10), done, 'DEPOSIT_HASH'],
      [done.withdrawals[0]?.txHash?.slice(0, 10), done, 'PAYOUT_HASH'],
      [back.refunds[0]?.txHash, back, 'REFUND_HASH'],
    ] as const;
    for (const [text, { orderId }, field] of searches) {
      if (!text) throw new Error('The order has no such transaction');
      const { entries } = await history.list(ownerOf(anna), { search: text });
      expect(entries.map(({ order: found, match }) => [found.orderId, match?.field])).toEqual([[orderId, field]]);
      expect(await ids({ search: text }, boris)).toEqual([]);
    }
    expect(await ids({ search: ADDRESSES.tron.slice(0, 6) })).toHaveLength(4);
    const { entries } = await history.list(ownerOf(anna), { search: ADDRESSES.ethereum });
    expect(entries.map(({ match }) => match)).toEqual([{ field: 'REFUND_ADDRESS', text: '0x5aAe•••eAed' }]);
  });

  it('adds a guest’s order with its order token, once and to one account', async () => {
    const guest = await makeOrder(host);
    const input = { orderId: guest.order.orderId, destinationAddress: guest.destination };
    expect(await ids({})).toEqual([]);
    await expect(history.claim(anna, input, 'guessed')).rejects.toMatchObject({ code: 'ERR_ORDER_TOKEN_REQUIRED' });
    expect(await history.claim(anna, input, guest.token)).toMatchObject({ source: 'CLAIMED', order: { orderId: input.orderId } });
    expect(await history.claim(anna, input, guest.token)).toMatchObject({ source: 'CLAIMED' });
    await expect(history.claim(boris, input, guest.token)).rejects.toMatchObject({ code: 'ERR_NOT_ACCEPTABLE' });
    expect([await ids({}), await ids({}, boris)]).toEqual([[input.orderId], []]);
  });

  it('adds the orders of later deposits with their first order', async () => {
    const guest = await makeOrder(host);
    for (let payment = 0; payment < 2; payment += 1) {
      pay(guest);
      await run();
    }
    await history.claim(anna, { orderId: guest.order.orderId, destinationAddress: guest.destination }, guest.token);
    expect(await ids({})).toHaveLength(2);
  });

  it('returns which of the given orders are the customer’s', async () => {
    const [mine, other, guest] = [await order(anna), await order(boris), await makeOrder(host)];
    const orderIds = [mine, other, guest].map((one) => one.order.orderId).join(',');
    expect(await ids({ orderIds })).toEqual([mine.order.orderId]);
  });

  it('shows a guest’s order with the e-mail of a customer to nobody', async () => {
    const guest = await makeOrder(host);
    const authority = { orderToken: null, clientAddress: null };
    await host.orders.setEmail({ orderId: guest.order.orderId, userEmail: 'anna@example.com' }, authority);
    expect(await ids({})).toEqual([]);
  });
});
