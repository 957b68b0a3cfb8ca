import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { createLiveHub, type LiveHub } from './liveHub.ts';
import { createWebSocketLive } from './webSocketLive.ts';

interface Request {
  event: string;
  data: { subscriptionId?: string; instrumentFromSlug?: string };
}

let server: WebSocketServer;
let hub: LiveHub;
let sockets: WebSocket[];
/** All that the host received. */
let requests: Request[];

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  sockets = [];
  requests = [];
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data: Buffer) => requests.push(JSON.parse(data.toString()) as Request));
  });
  await once(server, 'listening');
  hub = createLiveHub(createWebSocketLive(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`));
});
afterEach(() => {
  for (const socket of server.clients) socket.terminate();
  server.close();
});

/** A client of the hub, with what it has received. */
async function connect() {
  const received: unknown[] = [];
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const connection = hub.connect({
    onOpen: opened.resolve,
    onMessage: (text) => received.push(JSON.parse(text)),
    onClose: closed.resolve,
  });
  const send = (message: object) => connection.send(JSON.stringify(message));
  await opened.promise;
  return { received, send, close: () => connection.close(), closed: closed.promise };
}
const rates = (subscriptionId: string, from = 'btc') => ({
  event: 'pairs.rates',
  data: { instrumentFromSlug: from, instrumentToSlug: 'eth', subscriptionId },
});
const received = (count: number) => expect.poll(() => requests).toHaveLength(count);
const idAt = (index: number): string => requests[index]?.data.subscriptionId ?? '';
const push = (id: string, price: string) =>
  sockets[0]?.send(JSON.stringify({ channel: 'pairs', event: 'pairs.rates', data: { price }, subscriptionId: id }));
const rate = (subscriptionId: string, price: string) => ({
  channel: 'pairs',
  event: 'pairs.rates',
  data: { price },
  subscriptionId,
});

describe('two clients', () => {
  it('share one connection and one subscription for equal requests', async () => {
    const [first, second] = [await connect(), await connect()];
    first.send(rates('a"1'));
    second.send(rates('rate-7'));
    second.send(rates('other', 'ltc'));
    await received(2);
    expect(requests.map(({ data }) => data.instrumentFromSlug)).toEqual(['btc', 'ltc']);
    push(idAt(0), '1');
    await expect.poll(() => second.received).toEqual([rate('rate-7', '1')]);
    expect(first.received).toEqual([rate('a"1', '1')]);
    expect(server.clients.size).toBe(1);
  });

  it('end a subscription at the host when both have ended it', async () => {
    const [first, second] = [await connect(), await connect()];
    first.send(rates('a'));
    second.send(rates('b'));
    second.send({ event: 'pairs.unsubscribe', data: { subscriptionId: 'b' } });
    first.close();
    second.send(rates('c', 'ltc'));
    await received(3);
    expect(requests.map(({ event, data }) => [event, data.instrumentFromSlug])).toEqual([
      ['pairs.rates', 'btc'],
      ['pairs.unsubscribe', undefined],
      ['pairs.rates', 'ltc'],
    ]);
    expect(idAt(1)).toBe(idAt(0));
  });

  it('get the last refusal of a rate at once', async () => {
    const [first, second] = [await connect(), await connect()];
    first.send(rates('a'));
    await received(1);
    push(idAt(0), '1');
    const refusal = { channel: 'pairs', event: 'error', data: { code: 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL' } };
    sockets[0]?.send(JSON.stringify({ ...refusal, subscriptionId: idAt(0) }));
    await expect.poll(() => first.received).toHaveLength(2);
    second.send(rates('b'));
    await Promise.resolve();
    expect(second.received).toEqual([{ ...refusal, subscriptionId: 'b' }]);
  });

  it('get the latest value at once, and no message of an ended subscription', async () => {
    const [first, second] = [await connect(), await connect()];
    first.send(rates('a'));
    await received(1);
    push(idAt(0), '1');
    await expect.poll(() => first.received).toHaveLength(1);
    second.send(rates('b'));
    await Promise.resolve();
    expect(second.received).toEqual([rate('b', '1')]);
    // The same id for another request replaces the first.
    first.send(rates('a', 'ltc'));
    await received(2);
    push(idAt(0), '2');
    await expect.poll(() => second.received).toHaveLength(2);
    expect(first.received).toHaveLength(1);
  });

  it('share the watch of an order, whose confirmation is no value', async () => {
    const [first, second] = [await connect(), await connect()];
    const watch = (subscriptionId: string) => ({
      event: 'orders.watch',
      data: { orderId: 'o', destinationAddress: 'd', subscriptionId },
    });
    first.send(watch('order'));
    await received(1);
    const order = { channel: 'orders', event: 'orders.order', data: { orderId: 'o' } };
    const unchanged = { channel: 'orders', event: 'orders.unchanged', data: { serverTime: 't' } };
    for (const message of [order, unchanged]) sockets[0]?.send(JSON.stringify({ ...message, subscriptionId: idAt(0) }));
    await expect.poll(() => first.received).toHaveLength(2);
    second.send(watch('order'));
    await Promise.resolve();
    expect(second.received).toEqual([{ ...order, subscriptionId: 'order' }]);
    first.close();
    second.close();
    await expect.poll(() => server.clients.size).toBe(0);
    expect(requests.length).toBeLessThanOrEqual(2);
  });
});

it('closes all clients with the connection to the host, and subscribes again for those that return', async () => {
  const clients = [await connect(), await connect()];
  clients[0]?.send(rates('a'));
  await received(1);
  sockets[0]?.terminate();
  await Promise.all(clients.map(({ closed }) => closed));
  await expect.poll(() => server.clients.size).toBe(0);
  const returned = await connect();
  returned.send(rates('a'));
  await received(2);
  expect([returned.received, server.clients.size]).toEqual([[], 1]);
});

it('closes a client when the host does not answer', async () => {
  server.close();
  const closed = Promise.withResolvers<void>();
  hub.connect({ onOpen: () => undefined, onMessage: () => undefined, onClose: closed.resolve });
  await expect(closed.promise).resolves.toBeUndefined();
});

it('gives a client without subscription ids a connection of its own', async () => {
  const [sharing, separate] = [await connect(), await connect()];
  sharing.send(rates('a'));
  separate.send({ event: 'pairs.rates', data: { instrumentFromSlug: 'btc' } });
  await received(2);
  const answer = { channel: 'pairs', event: 'pairs.rates', data: { price: '1' } };
  sockets[1]?.send(JSON.stringify(answer));
  await expect.poll(() => separate.received).toEqual([answer]);
  expect([sharing.received, server.clients.size]).toEqual([[], 2]);
  separate.close();
  await expect.poll(() => server.clients.size).toBe(1);
});

it('passes a message without an id to all clients, which then separate', async () => {
  const client = await connect();
  client.send(rates('a'));
  await received(1);
  sockets[0]?.send('{"channel":"pairs","event":"pairs.rates","data":{}}');
  await expect.poll(() => client.received).toHaveLength(1);
});

it('keeps every digit of an amount, also of a host that sends a number', async () => {
  const client = await connect();
  client.send(rates('a'));
  await received(1);
  sockets[0]?.send(
    `{"subscriptionId":"${idAt(0)}","data":{"price":0.1000000000000000055,"amountToGet":"2.0000000000000000011"}}`,
  );
  await expect
    .poll(() => client.received)
    .toEqual([{ subscriptionId: 'a', data: { price: '0.1000000000000000055', amountToGet: '2.0000000000000000011' } }]);
});

it('ends a connection that has gone silent', async () => {
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const closed = Promise.withResolvers<void>();
  const live = createWebSocketLive(url, { quietMs: 20 });
  server.once('connection', (_socket: WebSocket, request: IncomingMessage) => request.socket.pause());
  live.connect({ onOpen: () => undefined, onMessage: () => undefined, onClose: closed.resolve });
  await closed.promise;
});
