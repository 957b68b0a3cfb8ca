import { isoTime } from '../../contract/isoTime.ts';
import { ORDER_UNCHANGED_MS } from '../../contract/live.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import { repeat } from '../common/repeat.ts';
import type { OrderFingerprint } from '../db/repositories/orderFingerprints.ts';
import type { Logger } from '../common/log.ts';
import { describe, toMessage, type LiveSink } from './liveMessage.ts';

export interface WatchRequest {
  orderId: string;
  destinationAddress: string;
  subscriptionId: string;
}

/** Pushes orders to their watchers, independently of sockets. */
export interface LiveOrders {
  /** Sends the order at once and on each change, or ERR_NOT_FOUND_E on the channel. Returns the function to stop. */
  watch(request: WatchRequest, sink: LiveSink): () => void;
  readonly watches: number;
  /** Runs one round: finds changed orders and sends them. Rejects when the database does. */
  tick(): Promise<void>;
  start(): () => Promise<void>;
}

export interface LiveOrdersOptions {
  /** Reads an order for a client that knows its id and destination (D3). Throws ERR_NOT_FOUND_E. */
  read(orderId: string, destinationAddress: string): Promise<Order>;
  /** Reads an order again after `read` succeeded. */
  present(orderId: string): Promise<Order>;
  fingerprintsOf(orderIds: readonly string[], now: number): Promise<OrderFingerprint[]>;
  /** Called with the number of watches, for the metrics. */
  onCount(count: number): void;
  log: Logger;
  now?: () => number;
}

interface Watch {
  subscriptionId: string;
  sink: LiveSink;
  /** The version of the topic's order that this client has */
  sent: number;
  sentAt: number;
}

/** An order, read and serialised once for all its watchers. */
interface Topic {
  watches: Set<Watch>;
  fingerprint: string;
  version: number;
  body: string;
  readAt: number;
  /** Whether the market affects the customer's options or the wait reason. Market changes leave the fingerprint unchanged. */
  dependsOnMarket: boolean;
}

const ROUND_MS = 1_000;
const REVIEW_MS = 15_000;

/**
 * Polls the database once a second, because another process may change an order. Sends nothing, not even "unchanged", while the
 * database does not answer, so that clients can detect the failure.
 */
export function createLiveOrders(options: LiveOrdersOptions): LiveOrders {
  const { read, present, fingerprintsOf, onCount, log, now = Date.now } = options;
  const topics = new Map<string, Topic>();
  let watches = 0;

  const deliver = (topic: Topic, watch: Watch, at: number): void => {
    const isChanged = watch.sent !== topic.version;
    if ((!isChanged && at - watch.sentAt < ORDER_UNCHANGED_MS) || watch.sink.isBusy()) return;
    const { subscriptionId, sink } = watch;
    watch.sent = topic.version;
    watch.sentAt = at;
    if (isChanged) sink.send(toMessage('orders', 'orders.order', topic.body, subscriptionId));
    else sink.send(toMessage('orders', 'orders.unchanged', `{"serverTime":"${isoTime(at)}"}`, subscriptionId));
  };

  const update = (topic: Topic, order: Order, fingerprint: string, at: number): void => {
    const content = JSON.stringify(order);
    if (fingerprint !== topic.fingerprint || !isEqualExceptTime(content, topic.body)) topic.version += 1;
    topic.fingerprint = fingerprint;
    topic.body = content;
    topic.readAt = at;
    topic.dependsOnMarket = (order.attention ?? null) !== null || mayWaitForMarket(order);
  };

  const open = async ({ orderId, destinationAddress }: WatchRequest, watch: Watch, isClosed: () => boolean): Promise<void> => {
    const at = now();
    // Read before the order, so that the next round detects a change in between.
    const fingerprint = (await fingerprintsOf([orderId], at))[0]?.fingerprint ?? '';
    const order = await read(orderId, destinationAddress);
    if (isClosed()) return;
    let topic = topics.get(orderId);
    if (!topic) {
      topic = { watches: new Set(), fingerprint: '', version: 0, body: '', readAt: 0, dependsOnMarket: false };
      topics.set(orderId, topic);
      update(topic, order, fingerprint, at);
    }
    topic.watches.add(watch);
    deliver(topic, watch, at);
  };

  const tick = async (): Promise<void> => {
    if (topics.size === 0) return;
    const at = now();
    for (const { orderId, fingerprint } of await fingerprintsOf([...topics.keys()], at)) {
      const topic = topics.get(orderId);
      if (!topic) continue;
      const isDue = topic.dependsOnMarket && at - topic.readAt >= REVIEW_MS;
      try {
        if (fingerprint !== topic.fingerprint || isDue) update(topic, await present(orderId), fingerprint, at);
      } catch (error) {
        // The fingerprint stays unchanged, so the next round retries. Until then the watchers get no message.
        log.error({ err: error, orderId }, 'live: could not read an order; the next round retries');
        continue;
      }
      for (const watch of topic.watches) deliver(topic, watch, at);
    }
  };

  return {
    watch: (request, sink) => {
      const { orderId, subscriptionId } = request;
      const watch: Watch = { subscriptionId, sink, sent: 0, sentAt: now() };
      let isClosed = false;
      onCount((watches += 1));
      open(request, watch, () => isClosed).catch((error: unknown) => {
        if (!isClosed && !sink.isBusy()) {
          sink.send(toMessage('orders', 'error', JSON.stringify(describe(error, log)), subscriptionId));
        }
      });
      return () => {
        if (isClosed) return;
        isClosed = true;
        onCount((watches -= 1));
        const topic = topics.get(orderId);
        topic?.watches.delete(watch);
        if (topic?.watches.size === 0) topics.delete(orderId);
      };
    },
    get watches() {
      return watches;
    },
    tick,
    start: () =>
      repeat(tick, {
        pauseMs: ROUND_MS,
        onError: (error) => log.warn({ err: error }, 'live: could not poll the orders; the next round retries'),
      }),
  };
}

/** Returns whether the order has deposits but no payout or refund yet: it can start to wait for a price or a network. */
function mayWaitForMarket({ deposits, orderEvents }: Order): boolean {
  const isDecided = orderEvents.some(({ kind }) => kind === 'FUNDS_WITHDRAWAL_START' || kind === 'REFUND_REQUESTED');
  return !isDecided && deposits.some(({ isExtra }) => isExtra !== true);
}

const SERVER_TIME = /"serverTime":"[^"]*"/;

function isEqualExceptTime(left: string, right: string): boolean {
  return left.replace(SERVER_TIME, '') === right.replace(SERVER_TIME, '');
}
