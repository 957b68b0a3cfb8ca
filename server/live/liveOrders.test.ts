import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import type { LiveMessage } from '../../contract/live.ts';
import { events, sampleDeposit, sampleOrder } from '../../tests/support/samples/sampleOrder.ts';
import { createLiveOrders } from './liveOrders.ts';

const ID = sampleOrder().orderId;
const REQUEST = { orderId: ID, destinationAddress: 'there', subscriptionId: 'a' };

function create() {
  const state = { now: 1_000_000, fingerprint: '1', changes: {}, isDown: false, reads: 0 };
  const order = () => {
    state.reads += 1;
    return Promise.resolve(sampleOrder({ serverTime: new Date(state.now).toISOString(), ...state.changes }));
  };
  const live = createLiveOrders({
    read: (orderId, destination) =>
      orderId === ID && destination === 'there'
        ? order()
        : Promise.reject(new ApiError('ERR_NOT_FOUND_E', 'There is no order with this id and destination address.')),
    present: order,
    fingerprintsOf: (ids) =>
      state.isDown
        ? Promise.reject(new Error('down'))
        : Promise.resolve(ids.map((orderId) => ({ orderId, fingerprint: state.fingerprint }))),
    onCount: () => undefined,
    log: pino({ level: 'silent' }),
    now: () => state.now,
  });
  const client = () => {
    const messages: LiveMessage[] = [];
    const at = { busy: false };
    const sink = { send: (text: string) => void messages.push(JSON.parse(text) as LiveMessage), isBusy: () => at.busy };
    return { messages, sink, at };
  };
  const pass = async (milliseconds: number) => {
    state.now += milliseconds;
    await live.tick();
  };
  return { live, client, state, pass };
}

describe('live orders', () => {
  it('sends the order at once and then only on changes', async () => {
    const { live, client, state, pass } = create();
    const { messages, sink } = client();
    live.watch(REQUEST, sink);
    await expect.poll(() => messages.length).toBe(1);
    expect(messages[0]).toMatchObject({ channel: 'orders', event: 'orders.order', subscriptionId: 'a', data: { orderId: ID } });
    await pass(1_000);
    expect(messages).toHaveLength(1);
    state.fingerprint = '2';
    state.changes = { amountToGet: '7' };
    await pass(1_000);
    expect(messages).toHaveLength(2);
    expect(messages[1]).toMatchObject({ event: 'orders.order', data: { amountToGet: '7' } });
  });

  it('sends "unchanged" periodically, but nothing while the database is down', async () => {
    const { live, client, state, pass } = create();
    const { messages, sink } = client();
    live.watch(REQUEST, sink);
    await expect.poll(() => messages.length).toBe(1);
    for (let round = 0; round < 10; round += 1) await pass(1_000);
    expect(messages.slice(1)).toMatchObject([{ event: 'orders.unchanged' }, { event: 'orders.unchanged' }]);
    expect(messages[2]).toMatchObject({ data: { serverTime: new Date(state.now).toISOString() } });
    state.isDown = true;
    await expect(pass(10_000)).rejects.toThrow('down');
    expect(messages).toHaveLength(3);
    state.isDown = false;
    state.fingerprint = '2';
    await pass(1_000);
    expect(messages[3]).toMatchObject({ event: 'orders.order' });
  });

  it('reads an order once for all watchers and forgets it after the last one', async () => {
    const { live, client, state, pass } = create();
    const clients = [client(), client(), client()];
    const ends = clients.map(({ sink }) => live.watch(REQUEST, sink));
    await expect.poll(() => clients.every(({ messages }) => messages.length === 1)).toBe(true);
    state.reads = 0;
    state.fingerprint = '2';
    await pass(1_000);
    expect(state.reads).toBe(1);
    expect(clients.map(({ messages }) => messages.length)).toEqual([2, 2, 2]);
    for (const end of ends) end();
    ends[0]?.();
    expect(live.watches).toBe(0);
    state.fingerprint = '3';
    await pass(1_000);
    expect(state.reads).toBe(1);
  });

  it('sends a slow client only the latest state', async () => {
    const { live, client, state, pass } = create();
    const slow = client();
    live.watch(REQUEST, slow.sink);
    await expect.poll(() => slow.messages.length).toBe(1);
    slow.at.busy = true;
    for (let round = 2; round < 12; round += 1) {
      state.fingerprint = String(round);
      state.changes = { amountToGet: String(round) };
      await pass(1_000);
    }
    expect(slow.messages).toHaveLength(1);
    slow.at.busy = false;
    await pass(1_000);
    expect(slow.messages).toHaveLength(2);
    expect(slow.messages[1]).toMatchObject({ data: { amountToGet: '11' } });
  });

  it('sends an error for an unknown order, and nothing to a client that left during the read', async () => {
    const { live, client } = create();
    const stranger = client();
    live.watch({ ...REQUEST, destinationAddress: 'elsewhere' }, stranger.sink);
    await expect
      .poll(() => stranger.messages)
      .toMatchObject([{ channel: 'orders', event: 'error', subscriptionId: 'a', data: { code: 'ERR_NOT_FOUND_E' } }]);
    const disconnected = client();
    live.watch(REQUEST, disconnected.sink)();
    const staying = client();
    live.watch(REQUEST, staying.sink);
    await expect.poll(() => staying.messages.length).toBe(1);
    expect(disconnected.messages).toEqual([]);
  });

  it('re-reads an order whose options depend on the market', async () => {
    const { live, client, state, pass } = create();
    const { messages, sink } = client();
    state.changes = { attention: { reason: 'NO_LIQUIDITY', actions: ['REFUND'], deadline: null } };
    live.watch(REQUEST, sink);
    await expect.poll(() => messages.length).toBe(1);
    state.changes = { attention: { reason: 'NO_LIQUIDITY', actions: ['ACCEPT', 'REFUND'], deadline: null } };
    await pass(16_000);
    expect(messages[1]).toMatchObject({ event: 'orders.order', data: { attention: { actions: ['ACCEPT', 'REFUND'] } } });
  });

  it.each(['PRICE', 'NETWORK'] as const)(
    're-reads a paid order, which can start to wait for %s without a change',
    async (what) => {
      const { live, client, state, pass } = create();
      const { messages, sink } = client();
      state.changes = { deposits: [sampleDeposit()], waitsFor: null };
      live.watch(REQUEST, sink);
      await expect.poll(() => messages.length).toBe(1);
      state.changes = { deposits: [sampleDeposit()], waitsFor: what };
      for (let round = 0; round < 4; round += 1) await pass(5_000);
      const orders = messages.filter(({ event }) => event === 'orders.order');
      expect(orders.slice(1)).toMatchObject([{ data: { waitsFor: what } }]);
    },
  );

  it('does not re-read an order that is unpaid or being paid out', async () => {
    const { live, client, state, pass } = create();
    for (const changes of [{}, { deposits: [sampleDeposit()], orderEvents: events('CREATION_END', 'FUNDS_WITHDRAWAL_START') }]) {
      const { messages, sink } = client();
      state.changes = changes;
      const end = live.watch(REQUEST, sink);
      await expect.poll(() => messages.length).toBe(1);
      state.reads = 0;
      for (let round = 0; round < 4; round += 1) await pass(5_000);
      expect(state.reads).toBe(0);
      end();
    }
  });

  it('re-reads an order that waits for a price', async () => {
    const { live, client, state, pass } = create();
    const { messages, sink } = client();
    state.changes = { deposits: [sampleDeposit()], waitsFor: 'PRICE' };
    live.watch(REQUEST, sink);
    await expect.poll(() => messages.length).toBe(1);
    state.changes = { deposits: [sampleDeposit()], waitsFor: null };
    for (let round = 0; round < 4; round += 1) await pass(5_000);
    expect(messages.filter(({ event }) => event === 'orders.order')).toMatchObject([
      { data: { waitsFor: 'PRICE' } },
      { data: { waitsFor: null } },
    ]);
  });
});
