import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { LIVE_PATH, type LiveMessage, type OrderUnwatch } from '../../contract/live.ts';
import { answerError } from '../common/errors.ts';
import { SAMPLE_DESTINATION, SAMPLE_ORDER_ID, sampleOrder } from '../../tests/support/samples/sampleOrder.ts';
import { createTestDesk } from '../pricing/testing/testDesk.ts';
import { liveRoutes } from '../routes/live.ts';
import { createLiveConnections, LIVE_LIMITS, type LiveLimits } from './connection.ts';
import { createLiveOrders } from './liveOrders.ts';
import { createLiveRates } from './liveRates.ts';

const DATA = { instrumentFromSlug: 'btc', instrumentToSlug: 'eth', rateMode: 'FLOATING', claimedDepositAmount: '0.1' };
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function listen(limits: Partial<LiveLimits> = {}) {
  const { desk, feed, clock, now } = createTestDesk();
  const log = pino({ level: 'silent' });
  const live = createLiveRates({
    prepare: desk.prepare,
    symbolsOf: () => ['BTC', 'ETH'],
    onTick: feed.onTick,
    onCount: () => undefined,
    log,
    now,
  });
  const order = () => Promise.resolve(sampleOrder());
  const orders = createLiveOrders({
    read: order,
    present: order,
    fingerprintsOf: (ids) => Promise.resolve(ids.map((orderId) => ({ orderId, fingerprint: '1' }))),
    onCount: () => undefined,
    log,
    now,
  });
  const connections = createLiveConnections({ rates: live, orders }, log, { ...LIVE_LIMITS, ...limits });
  const app = Fastify();
  app.setErrorHandler(answerError);
  await app.register(liveRoutes(connections));
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  closing.push(() => app.close());
  const connect = async () => {
    const socket = new WebSocket(address.replace('http', 'ws') + LIVE_PATH);
    const received: LiveMessage[] = [];
    const waiting: (() => void)[] = [];
    socket.on('message', (data: Buffer) => {
      const message: LiveMessage = JSON.parse(data.toString('utf8'));
      received.push(message);
      for (const wake of waiting.splice(0)) wake();
    });
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    await new Promise<void>((resolve, reject) => {
      socket.once('open', () => resolve());
      socket.once('error', reject);
    });
    const messages = async (count: number): Promise<LiveMessage[]> => {
      while (received.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return received;
    };
    const say = (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    return { socket, say, messages, closed, received };
  };
  return { connect, live, orders, connections, feed, clock, address };
}

const subscribe = (subscriptionId?: string, changes = {}) => ({
  event: 'pairs.rates',
  data: { ...DATA, ...changes, ...(subscriptionId && { subscriptionId }) },
});

describe('the live socket', () => {
  it('subscribes, replaces and ends subscriptions', async () => {
    const { connect, live } = await listen();
    const client = await connect();
    client.say(subscribe('a'));
    client.say(subscribe('b', { claimedDepositAmount: '0.2' }));
    expect(await client.messages(2)).toMatchObject([
      { channel: 'pairs', event: 'pairs.rates', subscriptionId: 'a', data: { amountToGive: '0.1' } },
      { channel: 'pairs', event: 'pairs.rates', subscriptionId: 'b', data: { amountToGive: '0.2' } },
    ]);
    client.say(subscribe('a', { claimedDepositAmount: '0.3' }));
    await client.messages(3);
    expect(live.subscriptions).toBe(2);
    client.say({ event: 'pairs.unsubscribe', data: { subscriptionId: 'a' } });
    client.say(subscribe('c', { instrumentToSlug: 'nope' }));
    expect((await client.messages(4))[3]).toMatchObject({ event: 'error', subscriptionId: 'c', data: { code: 'ERR_NOT_FOUND' } });
    expect(live.topics).toBe(2);
    client.socket.close();
    await client.closed;
    await expect.poll(() => live.subscriptions).toBe(0);
  });

  it.each([
    ['a /64', (index: number) => `2001:db8:1:1::${index}`, 32],
    ['a /48', (index: number) => `2001:db8:1:${index}::1`, 320],
  ])('limits the sockets of %s', async (_name, addressOf, most) => {
    const { connections } = await listen();
    const sockets = Array.from({ length: most }, (_, index) => {
      connections.admit(addressOf(index));
      const socket = Object.assign(new EventEmitter(), { readyState: WebSocket.OPEN, ping: () => undefined });
      connections.serve(socket as unknown as WebSocket, new Writable(), addressOf(index));
      return socket;
    });
    expect(() => connections.admit(addressOf(most))).toThrow(expect.objectContaining({ code: 'ERR_TOO_MANY_REQUESTS' }));
    expect(() => connections.admit('2001:db8:2::1')).not.toThrow();
    sockets[0]?.emit('close');
    expect(() => connections.admit(addressOf(most))).not.toThrow();
    for (const socket of sockets.slice(1)) socket.emit('close');
  });

  it('keeps one subscription for a client without subscription ids', async () => {
    const { connect, live } = await listen();
    const client = await connect();
    client.say(subscribe());
    client.say(subscribe(undefined, { claimedDepositAmount: '0.2' }));
    const [first, second] = await client.messages(2);
    expect(first).not.toHaveProperty('subscriptionId');
    expect(second?.data).toMatchObject({ amountToGive: '0.2' });
    expect(live.subscriptions).toBe(1);
  });

  it('answers an invalid message with an error event', async () => {
    const { connect } = await listen();
    const client = await connect();
    client.say('no json');
    client.say({ event: 'pairs.rates', data: { ...DATA, more: 1, subscriptionId: 'x' } });
    client.say({ event: 'pairs.rates', data: { ...DATA, claimedDepositAmount: '1e3' } });
    client.say({ event: 'pairs.rates', data: { ...DATA, subscriptionId: 'a\u0000' } });
    expect(await client.messages(4)).toMatchObject([
      { channel: 'pairs', event: 'error', data: { code: 'ERR_BAD_REQUEST' } },
      { channel: 'pairs', event: 'error', data: { code: 'ERR_VALIDATION' }, subscriptionId: 'x' },
      { channel: 'pairs', event: 'error', data: { code: 'ERR_VALIDATION' } },
      { channel: 'pairs', event: 'error', data: { code: 'ERR_VALIDATION' } },
    ]);
  });

  it('limits subscriptions per connection', async () => {
    const { connect, live } = await listen({ subscriptionsPerConnection: 2 });
    const client = await connect();
    for (const id of ['a', 'b', 'c']) client.say(subscribe(id));
    expect((await client.messages(3))[2]).toMatchObject({
      event: 'error',
      subscriptionId: 'c',
      data: { code: 'ERR_TOO_MANY_REQUESTS' },
    });
    expect(live.subscriptions).toBe(2);
  });

  it('watches orders and rates under separate ids, and ends them with the socket', async () => {
    const { connect, live, orders } = await listen({ watchBurst: 2, watchesPerSecond: 0 });
    const client = await connect();
    const watch = (data = {}) => ({
      event: 'orders.watch',
      data: { orderId: SAMPLE_ORDER_ID, destinationAddress: SAMPLE_DESTINATION, subscriptionId: 'a', ...data },
    });
    client.say(subscribe('a'));
    client.say(watch());
    expect(await client.messages(2)).toMatchObject([
      { channel: 'pairs', event: 'pairs.rates', subscriptionId: 'a' },
      { channel: 'orders', event: 'orders.order', subscriptionId: 'a', data: { orderId: SAMPLE_ORDER_ID } },
    ]);
    client.say({ event: 'orders.watch', data: { orderId: 'short', destinationAddress: 'x', subscriptionId: 'b' } });
    client.say(watch());
    client.say(watch({ subscriptionId: 'c' }));
    expect((await client.messages(5)).slice(2)).toMatchObject([
      { channel: 'orders', event: 'error', subscriptionId: 'b', data: { code: 'ERR_VALIDATION' } },
      { channel: 'orders', event: 'error', subscriptionId: 'c', data: { code: 'ERR_TOO_MANY_REQUESTS' } },
      { channel: 'orders', event: 'orders.order', subscriptionId: 'a' },
    ]);
    expect([live.subscriptions, orders.watches]).toEqual([1, 1]);
    const unwatch: OrderUnwatch = { event: 'orders.unwatch', data: { subscriptionId: 'a' } };
    client.say(unwatch);
    await expect.poll(() => orders.watches).toBe(0);
    expect(live.subscriptions).toBe(1);
    client.socket.close();
    await expect.poll(() => live.subscriptions).toBe(0);
  });

  it('limits connections per address and admits a new one after a close', async () => {
    const { connect, connections } = await listen({ connectionsPerAddress: 2 });
    const [first] = [await connect(), await connect()];
    await expect(connect()).rejects.toThrow('429');
    first?.socket.close();
    await first?.closed;
    await expect.poll(() => connections.count).toBe(1);
    const again = await connect();
    expect(again.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('closes a socket that floods or sends too much', async () => {
    const { connect } = await listen({ messageBurst: 5, messagesPerSecond: 1 });
    const flood = await connect();
    for (let index = 0; index < 10; index += 1) flood.say(subscribe('a'));
    expect(await flood.closed).toBe(1008);
    const large = await connect();
    large.say(`{"event":"${'x'.repeat(5_000)}"}`);
    expect(await large.closed).toBe(1009);
  });

  it('terminates a dead peer', async () => {
    const { connect, connections } = await listen({ pingMs: 200 });
    const alive = await connect();
    const dead = await connect();
    // A paused peer answers no ping.
    dead.socket.pause();
    await expect.poll(() => connections.count).toBe(1);
    expect(alive.socket.readyState).toBe(WebSocket.OPEN);
  });
});
