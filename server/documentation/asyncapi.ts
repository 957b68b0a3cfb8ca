import { LIVE_PATH, ORDER_UNCHANGED_MS } from '../../contract/live.ts';
import type { CallName } from '../../contract/api/index.ts';
import { LiveMessages, LiveRequests } from '../../contract/schemas/live.ts';
import { nameSchemas, type Json, type JsonObject } from './components.ts';
import type { Example } from './examples.ts';
import { describeFields } from './fields.ts';

const SUBSCRIPTION = 'rate-1';
const WATCH = 'order-1';

interface MessageText {
  title: string;
  summary: string;
}

const REQUESTS: Record<
  keyof typeof LiveRequests,
  MessageText & { operation: string; reply: readonly (keyof typeof LiveMessages)[] }
> = {
  'pairs.rates': {
    operation: 'subscribeToRate',
    title: 'Subscribe to a rate',
    summary:
      'Asks for the quote of a pair, now and whenever it changes. A second request with the same `subscriptionId` replaces the first. A connection has at most 100 subscriptions and watches.',
    reply: ['rate', 'rateError'],
  },
  'pairs.unsubscribe': {
    operation: 'unsubscribeFromRate',
    title: 'End a subscription',
    summary: 'Ends a subscription. It has no reply.',
    reply: [],
  },
  'orders.watch': {
    operation: 'watchOrder',
    title: 'Watch an order',
    summary: 'Asks for an order, now and whenever it changes.',
    reply: ['order', 'orderUnchanged', 'orderError'],
  },
  'orders.unwatch': { operation: 'unwatchOrder', title: 'End a watch', summary: 'Ends a watch. It has no reply.', reply: [] },
};

const MESSAGES: Record<keyof typeof LiveMessages, MessageText & { operation: string }> = {
  rate: { operation: 'sendRate', title: 'Rate', summary: 'The current quote of a subscription, as `getRate` returns it.' },
  rateError: {
    operation: 'sendRateError',
    title: 'No rate',
    summary: 'Why there is no quote now. The subscription continues: the next message may be a rate.',
  },
  order: { operation: 'sendOrder', title: 'Order', summary: 'The current state of a watched order, as `getOrder` returns it.' },
  orderUnchanged: {
    operation: 'sendOrderUnchanged',
    title: 'Order unchanged',
    summary: `The last order that was sent is still current. Sent every ${ORDER_UNCHANGED_MS / 1_000} seconds without a change. If it stays away for much longer, read the order over HTTP.`,
  },
  orderError: {
    operation: 'sendOrderError',
    title: 'No order',
    summary: 'Why an order can’t be watched. After ERR_NOT_FOUND_E the watch has ended.',
  },
};

/** Returns the AsyncAPI 3 document of the WebSocket. `origin` is where the host is reached, such as `https://example.org`. */
export function describeSocket(origin: string, examples: readonly Example[]): JsonObject {
  const { host, protocol } = new URL(origin);
  const messages = { ...requestMessages(examples), ...hostMessages(examples) };
  const { document, schemas } = nameSchemas(JSON.parse(JSON.stringify(messages)) as JsonObject);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Causeway live rates and orders',
      version: '1.0.0',
      description:
        'One WebSocket carries any number of rate subscriptions and order watches. Messages are JSON texts of at most 4,096 bytes from the client. The host pings every 15 seconds and closes a connection without a pong. It sends only the latest state, never a queue. After a lost connection, connect again and repeat the requests.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: { host: { host, protocol: protocol === 'https:' ? 'wss' : 'ws', description: 'This host' } },
    channels: {
      live: {
        address: LIVE_PATH,
        title: 'Live rates and orders',
        messages: Object.fromEntries(Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }])),
      },
    },
    operations: { ...requestOperations(), ...hostOperations() },
    components: { messages: document, schemas: describeFields(schemas) },
  };
}

const channel = { $ref: '#/channels/live' };
const referTo = (names: readonly string[]): Json => names.map((name) => ({ $ref: `#/channels/live/messages/${name}` }));

/** The action is what the host does with the message. */
function requestOperations(): JsonObject {
  const operations = Object.entries(REQUESTS).map(([event, { operation, title, summary, reply }]) => [
    operation,
    {
      action: 'receive',
      channel,
      title,
      summary,
      messages: referTo([nameOf(event)]),
      ...(reply.length > 0 && { reply: { channel, messages: referTo(reply) } }),
    },
  ]);
  return Object.fromEntries(operations) as JsonObject;
}

function hostOperations(): JsonObject {
  const operations = Object.entries(MESSAGES).map(([name, { operation, title, summary }]) => [
    operation,
    { action: 'send', channel, title, summary, messages: referTo([name]) },
  ]);
  return Object.fromEntries(operations) as JsonObject;
}

function requestMessages(examples: readonly Example[]): Record<string, object> {
  const rate = exampleOf(examples, 'rates.one');
  const order = exampleOf(examples, 'orders.publicInfo');
  const data: Record<keyof typeof LiveRequests, JsonObject> = {
    'pairs.rates': { ...rate.input, subscriptionId: SUBSCRIPTION },
    'pairs.unsubscribe': { subscriptionId: SUBSCRIPTION },
    'orders.watch': { ...order.input, subscriptionId: WATCH },
    'orders.unwatch': { subscriptionId: WATCH },
  };
  const events = Object.keys(LiveRequests) as (keyof typeof LiveRequests)[];
  return Object.fromEntries(
    events.map((event) => [
      nameOf(event),
      { ...textOf(REQUESTS[event]), payload: LiveRequests[event], examples: [{ payload: { event, data: data[event] } }] },
    ]),
  );
}

function hostMessages(examples: readonly Example[]): Record<string, object> {
  const pairs = { channel: 'pairs', subscriptionId: SUBSCRIPTION };
  const orders = { channel: 'orders', subscriptionId: WATCH };
  const order = exampleOf(examples, 'orders.publicInfo').output as { serverTime: string };
  const payloads: Record<keyof typeof LiveMessages, object> = {
    rate: { ...pairs, event: 'pairs.rates', data: exampleOf(examples, 'rates.one').output },
    rateError: { ...pairs, event: 'error', data: errorOf(examples, 'rates.one') },
    order: { ...orders, event: 'orders.order', data: order },
    orderUnchanged: { ...orders, event: 'orders.unchanged', data: { serverTime: order.serverTime } },
    orderError: { ...orders, event: 'error', data: errorOf(examples, 'orders.publicInfo') },
  };
  const names = Object.keys(LiveMessages) as (keyof typeof LiveMessages)[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      { ...textOf(MESSAGES[name]), payload: LiveMessages[name], examples: [{ payload: payloads[name] }] },
    ]),
  );
}

/** `pairs.rates` is named `pairsRates`, because a name with a dot is awkward in code. */
function nameOf(event: string): string {
  return event.replace(/\.(\w)/, (_dot, letter: string) => letter.toUpperCase());
}

function textOf({ title, summary }: MessageText): MessageText {
  return { title, summary };
}

function exampleOf(examples: readonly Example[], call: CallName): Example {
  const example = examples.find((one) => one.call === call && one.output !== undefined);
  if (!example) throw new Error(`resources/api/examples.json has no example of ${call}`);
  return example;
}

/** The error of a call without the id of its request, which a message has not. */
function errorOf(examples: readonly Example[], call: CallName): object {
  const { requestId: _none, ...error } = examples.find((one) => one.call === call && one.error !== undefined)?.error ?? {};
  return error;
}
