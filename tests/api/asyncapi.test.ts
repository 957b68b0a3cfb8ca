import { once } from 'node:events';
import WebSocket from 'ws';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIVE_PATH } from '../../contract/live.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import type { Json, JsonObject } from '../../server/documentation/components.ts';
import { loadExamples } from '../../server/documentation/examples.ts';
import { startApiHost, type ApiHost } from './host.ts';
import { asyncApiFaults, createChecker, type Check } from './packages.ts';
import { replay } from './replay.ts';

interface Message {
  payload: Json;
  examples: { payload: JsonObject }[];
}

let host: ApiHost;
let url: string;
let document: JsonObject & { components: { messages: Record<string, Message> }; servers: JsonObject };
let compile: (schema: Json) => Check;

beforeAll(async () => {
  host = await startApiHost();
  url = await host.app.listen({ host: '127.0.0.1', port: 0 });
  document = (await (await fetch(`${url}/api/asyncapi.json`)).json()) as typeof document;
  compile = createChecker(document);
});
afterAll(() => host.stop());

test('answers a request with a malformed Host header', async () => {
  const answer = await host.app.inject({ url: '/api/asyncapi.json', headers: { host: 'a b:x' } });
  expect(answer.statusCode).toBe(200);
});

const messageNamed = (name: string): Message => {
  const message = document.components.messages[name];
  if (!message) throw new Error(`The document has no message ${name}`);
  return message;
};

test('is a valid AsyncAPI 3 document of the host that serves it', () => {
  expect(asyncApiFaults(document)).toBeNull();
  expect(document.servers).toMatchObject({ host: { host: new URL(url).host, protocol: 'ws' } });
});

test('has an example of every message, which its schema allows', () => {
  const messages = Object.entries(document.components.messages);
  expect(messages.map(([name]) => name)).toHaveLength(9);
  for (const [name, { payload, examples }] of messages) {
    expect({ name, fault: compile(payload)(examples[0]?.payload) }).toEqual({ name, fault: null });
  }
});

test('describes what a host answers to the example requests', async () => {
  const examples = loadExamples();
  const created = examples.findIndex(({ call }) => call === 'orders.create');
  const replayed = await replay(host, examples.slice(0, created + 1));
  const { live, example } = replayed[created] ?? {};
  const [orderId, recordedId] = [live, example].map((one) => (one?.output as Order | undefined)?.orderId ?? '');

  const socket = new WebSocket(`${url.replace('http', 'ws')}${LIVE_PATH}`);
  await once(socket, 'open');
  const received: JsonObject[] = [];
  socket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString('utf8')) as JsonObject));
  const say = (name: string, change: (text: string) => string = (text) => text): void => {
    socket.send(change(JSON.stringify(messageNamed(name).examples[0]?.payload).replaceAll(recordedId ?? '', orderId ?? '')));
  };
  say('pairsRates');
  say('ordersWatch');
  say('pairsRates', (text) => text.replace('"btc"', '"nocoin"').replace('rate-1', 'rate-2'));
  say('ordersWatch', (text) => text.replaceAll(orderId ?? '', 'A'.repeat(22)).replace('order-1', 'order-2'));

  const kinds = ['rate', 'rateError', 'order', 'orderUnchanged', 'orderError'];
  const checks = kinds.map((name) => [name, compile(messageNamed(name).payload)] as const);
  const kindOf = (message: JsonObject): string | undefined => checks.find(([, check]) => check(message) === null)?.[0];
  await expect.poll(() => kinds.filter((kind) => !received.some((message) => kindOf(message) === kind))).toEqual([]);
  expect(received.filter((message) => kindOf(message) === undefined)).toEqual([]);

  say('pairsUnsubscribe');
  say('ordersUnwatch');
  socket.close();
  await once(socket, 'close');
});
