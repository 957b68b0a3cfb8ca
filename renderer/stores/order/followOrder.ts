import { compareStructural, reaction } from 'mobx';
import { ORDER_POLL_MS } from '../../../contract/limits.ts';
import type { Platform } from '../../../contract/platform.ts';
import { createOrderFeed, type OrderFeed } from '../../api/orderFeed.ts';
import type { OrderStore } from './OrderStore.ts';
import { pollWhileVisible } from './pollWhileVisible.ts';

type Followed = Pick<
  OrderStore,
  'orderId' | 'destinationAddress' | 'order' | 'isSettled' | 'isToldWhileHidden' | 'take' | 'refresh'
>;

interface Following {
  platform: Platform;
  order: Followed;
  /** Observable: the host pushes orders. */
  canPush: () => boolean;
  /** Ask at once instead of after an interval. */
  isDue: boolean;
}

/** Nobody looks, but somebody wants to be told. */
const HIDDEN_POLL_MS = 30_000;

/**
 * Keeps an order true until it is settled: the host pushes it; where it does not, or while the push is silent, it is polled
 * (§4). Returns the stop.
 */
export function followOrder({ platform, order, canPush, isDue }: Following): () => void {
  let feed: OrderFeed | null = null;
  const listener = {
    onOrder: order.take,
    onUnchanged: (serverTime: string) => {
      if (order.order) order.take({ ...order.order, serverTime });
    },
    onLost: () => {
      if (platform.visibility.isVisible()) void order.refresh();
    },
  };
  const stopPushing = reaction(
    () => {
      const { orderId, destinationAddress } = order;
      return canPush() && orderId && destinationAddress ? { orderId, destinationAddress } : null;
    },
    (wanted) => {
      feed?.close();
      feed = wanted && createOrderFeed({ platform, ...wanted, listener });
    },
    { fireImmediately: true, equals: compareStructural },
  );
  const stopPolling = pollWhileVisible({
    platform,
    intervalMs: () => ORDER_POLL_MS,
    hiddenIntervalMs: () => (order.isToldWhileHidden ? HIDDEN_POLL_MS : null),
    poll: order.refresh,
    isDone: () => order.isSettled,
    isCovered: () => feed?.isLive ?? false,
    isDue,
  });
  return () => {
    stopPushing();
    stopPolling();
    feed?.close();
  };
}
