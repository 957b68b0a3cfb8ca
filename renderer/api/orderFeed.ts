import type { Order } from '../../contract/api/orders.ts';
import { ORDER_UNCHANGED_MS, type OrderWatch } from '../../contract/live.ts';
import type { Platform } from '../../contract/platform.ts';
import { isOrder } from '../../contract/client/isOrder.ts';
import { readLiveMessage } from '../../contract/client/liveMessage.ts';
import { createReconnectingSocket } from '../../contract/client/reconnectingSocket.ts';

export interface OrderFeedListener {
  /** The current order: changed, or the last one with a later host time. */
  onOrder(order: Order): void;
  /** Updates have stopped: the connection is lost or silent, or the host refused. */
  onLost(): void;
}

/** A subscription to an order's updates until it is closed. */
export interface OrderFeed {
  /** True after a recent message: the caller need not poll. */
  readonly isLive: boolean;
  close(): void;
}

interface OrderFeedOptions {
  platform: Pick<Platform, 'live' | 'visibility' | 'onConnectivityChange'>;
  orderId: string;
  destinationAddress: string;
  listener: OrderFeedListener;
}

const SUBSCRIPTION_ID = 'order';
/** The host sends a message every 5 s (`ORDER_UNCHANGED_MS`). Two missed ones are a silence, three a dead connection. */
const SILENCE_MS = 2.5 * ORDER_UNCHANGED_MS;
const DEAD_MS = 3 * ORDER_UNCHANGED_MS;
const CHECK_MS = 1_000;

/** Subscribes to an order over the live connection (`order-events`, D30). Resubscribes after a reconnect (D37). */
export function createOrderFeed({ platform, orderId, destinationAddress, listener }: OrderFeedOptions): OrderFeed {
  /** The last order that the host sent, and when it last said so. Null after an error or a lost connection. */
  let last: { order: Order; heardAt: number } | null = null;

  const hear = (order: Order): void => {
    last = { order, heardAt: Date.now() };
    listener.onOrder(order);
  };
  const lose = (): void => {
    if (last === null) return;
    last = null;
    listener.onLost();
  };
  const receive = (text: string): void => {
    const message = readLiveMessage(text);
    if (message?.subscriptionId !== SUBSCRIPTION_ID) return;
    if (message.error) {
      // The silence causes a reconnect, which subscribes again. Until then the caller polls.
      last = null;
      return listener.onLost();
    }
    if (message.event === 'orders.order' && isOrder(message.data, orderId)) hear(message.data);
    const serverTime = message.event === 'orders.unchanged' ? timeOf(message.data) : null;
    // The answer to another request may have replaced this order on the page, although the host read it earlier.
    if (serverTime !== null && last !== null) hear({ ...last.order, serverTime });
  };

  const socket = createReconnectingSocket(platform.live, {
    onOpen: () => {
      const message: OrderWatch = {
        event: 'orders.watch',
        data: { orderId, destinationAddress, subscriptionId: SUBSCRIPTION_ID },
      };
      socket.send(JSON.stringify(message));
    },
    onMessage: receive,
    onDown: lose,
    isPaused: () => !platform.visibility.isVisible(),
  });
  const check = (): void => {
    if (last !== null && Date.now() - last.heardAt > SILENCE_MS) lose();
    if (socket.silentMs() > DEAD_MS) socket.restart();
  };
  const timer = setInterval(check, CHECK_MS);
  const stops = [
    () => clearInterval(timer),
    platform.visibility.onChange((isVisible) => isVisible && socket.wake()),
    platform.onConnectivityChange((isOnline) => isOnline && socket.wake()),
  ];

  return {
    get isLive() {
      return last !== null;
    },
    close: () => {
      stops.forEach((stop) => stop());
      socket.close();
      last = null;
    },
  };
}

function timeOf(data: unknown): string | null {
  const serverTime = isFields(data) ? data['serverTime'] : null;
  return typeof serverTime === 'string' && !Number.isNaN(Date.parse(serverTime)) ? serverTime : null;
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
