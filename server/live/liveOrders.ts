import { isoTime } from '../../contract/isoTime.ts';
import { ORDER_UNCHANGED_MS } from '../../contract/live.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import { repeat } from '../common/repeat.ts';
import type { OrderFingerprint } from '../db/repositories/orderFingerprints.ts';
import type { Logger } from '../log.ts';
import { describe, toMessage, type LiveSink } from './liveMessage.ts';

export interface WatchRequest {
  orderId: string;
  destinationAddress: string;
  subscriptionId: string;
}

/** Orders that are pushed: works on watches, knows nothing of sockets. */
export interface LiveOrders {
  /** Sends the order at once and on each change, or ERR_NOT_FOUND_E on the channel. Returns the end of it. */
  watch(request: WatchRequest, sink: LiveSink): () => void;
  readonly watches: number;
  /** One round: finds what changed and sends it. Rejects when the database does not answer. */
  tick(): Promise<void>;
  start(): () => Promise<void>;
}

export interface LiveOrdersOptions {
  /** For who knows id and destination (D3). Throws ERR_NOT_FOUND_E. */
  read(orderId: string, destinationAddress: string): Promise<Order>;
  /** For who has proved it already. */
  present(orderId: string): Promise<Order>;
  fingerprintsOf(orderIds: readonly string[], now: number): Promise<OrderFingerprint[]>;
  /** Told how many watches there are, for the metrics. */
  onCount(count: number): void;
  log: Logger;
  now?: () => number;
}

interface Watch {
  subscriptionId: string;
  sink: LiveSink;
  /** The version of the topic's order that this client has */
  sent: number;
  toldAt: number;
}

/** One order, read and serialised once however many watch it. */
interface Topic {
  watches: Set<Watch>;
  fingerprint: string;
  version: number;
  body: string;
  readAt: number;
  /** What the customer may do there, or whether it waits, and for what, depends on the market too, which leaves no fingerprint. */
  dependsOnMarket: boolean;
}

const ROUND_MS = 1_000;
const REVIEW_MS = 15_000;

/**
 * Changes are found by looking at the database once a second, not told by whoever makes them: another process may move
 * an order. Nothing is said while the database does not answer, so that silence means what it is.
 */
export function createLiveOrders(options: LiveOrdersOptions): LiveOrders {
  const { read, present, fingerprintsOf, onCount, log, now = Date.now } = options;
  const topics = new Map<string, Topic>();
  let watches = 0;

  const deliver = (topic: Topic, watch: Watch, at: number): void => {
    const isChanged = watch.sent !== topic.version;
    if ((!isChanged && at - watch.toldAt < ORDER_UNCHANGED_MS) || watch.sink.isBusy()) return;
    const { subscriptionId, sink } = watch;
    watch.sent = topic.version;
    watch.toldAt = at;
    if (isChanged) sink.send(toMessage('orders', 'orders.order', topic.body, subscriptionId));
    else sink.send(toMessage('orders', 'orders.unchanged', `{"serverTime":"${isoTime(at)}"}`, subscriptionId));
  };

  const update = (topic: Topic, order: Order, fingerprint: string, at: number): void => {
    const content = JSON.stringify(order);
    if (fingerprint !== topic.fingerprint || !isSameButTime(content, topic.body)) topic.version += 1;
    topic.fingerprint = fingerprint;
    topic.body = content;
    topic.readAt = at;
    topic.dependsOnMarket = (order.attention ?? null) !== null || isJudgedByMarket(order);
  };

  const open = async ({ orderId, destinationAddress }: WatchRequest, watch: Watch, isOver: () => boolean): Promise<void> => {
    const at = now();
    // Before the order itself: what changes in between shows as another fingerprint in the next round.
    const fingerprint = (await fingerprintsOf([orderId], at))[0]?.fingerprint ?? '';
    const order = await read(orderId, destinationAddress);
    if (isOver()) return;
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
        // Its fingerprint stays as it was, so the next round tries again; its watchers hear nothing meanwhile.
        log.error({ err: error, orderId }, 'order not pushed');
        continue;
      }
      for (const watch of topic.watches) deliver(topic, watch, at);
    }
  };

  return {
    watch: (request, sink) => {
      const { orderId, subscriptionId } = request;
      const watch: Watch = { subscriptionId, sink, sent: 0, toldAt: now() };
      let isOver = false;
      onCount((watches += 1));
      open(request, watch, () => isOver).catch((error: unknown) => {
        if (!isOver && !sink.isBusy()) {
          sink.send(toMessage('orders', 'error', JSON.stringify(describe(error, log)), subscriptionId));
        }
      });
      return () => {
        if (isOver) return;
        isOver = true;
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
    start: () => repeat(tick, { pauseMs: ROUND_MS, onError: (error) => log.warn({ err: error }, 'orders not looked at') }),
  };
}

/** Money is there, and it is neither exchanged nor on its way back: it can begin to wait for a price or a network at any time. */
function isJudgedByMarket({ deposits, orderEvents }: Order): boolean {
  const isDecided = orderEvents.some(({ kind }) => kind === 'FUNDS_WITHDRAWAL_START' || kind === 'REFUND_REQUESTED');
  return !isDecided && deposits.some(({ isExtra }) => isExtra !== true);
}

const SERVER_TIME = /"serverTime":"[^"]*"/;

function isSameButTime(left: string, right: string): boolean {
  return left.replace(SERVER_TIME, '') === right.replace(SERVER_TIME, '');
}
