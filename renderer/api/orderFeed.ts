import type { Order } from '../../contract/api/orders.ts';
import { ORDER_UNCHANGED_MS, type OrderWatch } from '../../contract/live.ts';
import type { Platform } from '../../contract/platform.ts';
import { readLiveMessage } from './liveMessage.ts';
import { createReconnectingSocket } from './reconnectingSocket.ts';

export interface OrderFeedListener {
  onOrder(order: Order): void;
  /** What was told last is still true at this time of the host's, ISO 8601. */
  onUnchanged(serverTime: string): void;
  /** The news no longer come: the connection is gone or silent, or the host refuses. */
  onLost(): void;
}

/** An order as the host pushes it, for as long as it is not closed. */
export interface OrderFeed {
  /** Heard from lately: whoever follows the order need not ask. */
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
/** The host speaks every 5 s (`ORDER_UNCHANGED_MS`): two missed words are a silence, three a dead connection. */
const SILENCE_MS = 2.5 * ORDER_UNCHANGED_MS;
const DEAD_MS = 3 * ORDER_UNCHANGED_MS;
const CHECK_MS = 1_000;

/** Watches an order over the live connection (`order-events`, D30). Comes back by itself as the connection does (D37). */
export function createOrderFeed({ platform, orderId, destinationAddress, listener }: OrderFeedOptions): OrderFeed {
  let heardAt: number | null = null;

  const heard = (): void => {
    heardAt = Date.now();
  };
  const lose = (): void => {
    if (heardAt === null) return;
    heardAt = null;
    listener.onLost();
  };
  const receive = (text: string): void => {
    const message = readLiveMessage(text);
    if (message?.subscriptionId !== SUBSCRIPTION_ID) return;
    if (message.error) {
      // Asked again with the next connection, which the silence brings about; until then it is asked by other means.
      heardAt = null;
      return listener.onLost();
    }
    if (message.event === 'orders.order' && isOrder(message.data, orderId)) {
      heard();
      listener.onOrder(message.data);
    }
    const serverTime = message.event === 'orders.unchanged' ? timeOf(message.data) : null;
    // After an error or a lost word there is nothing that could be unchanged.
    if (serverTime !== null && heardAt !== null) {
      heard();
      listener.onUnchanged(serverTime);
    }
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
  });
  const check = (): void => {
    if (heardAt !== null && Date.now() - heardAt > SILENCE_MS) lose();
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
      return heardAt !== null;
    },
    close: () => {
      stops.forEach((stop) => stop());
      socket.close();
      heardAt = null;
    },
  };
}

/** The rest is read with care, as every answer of a host is; this is what the page can't do without. */
function isOrder(data: unknown, orderId: string): data is Order {
  return isFields(data) && data['orderId'] === orderId && Array.isArray(data['orderEvents']) && Array.isArray(data['deposits']);
}

function timeOf(data: unknown): string | null {
  const serverTime = isFields(data) ? data['serverTime'] : null;
  return typeof serverTime === 'string' && !Number.isNaN(Date.parse(serverTime)) ? serverTime : null;
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
