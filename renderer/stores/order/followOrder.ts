import { compareStructural, reaction } from 'mobx';
import type { Order } from '../../../contract/api/orders.ts';
import { ORDER_POLL_MS } from '../../../contract/limits.ts';
import type { Platform } from '../../../contract/platform.ts';
import { createOrderFeed, type OrderFeed } from '../../api/orderFeed.ts';
import { pollWhileVisible } from '../base/pollWhileVisible.ts';

/** The part of `OrderStore` that `followOrder` uses. */
interface Followed {
  readonly orderId: string | null;
  readonly destinationAddress: string | null;
  readonly order: Order | null;
  readonly updatesWhileHidden: boolean;
  isDone(): boolean;
  take(order: Order): void;
  refresh(): Promise<void>;
}

interface Following {
  platform: Platform;
  order: Followed;
  /** Observable: the host pushes orders. */
  canPush: () => boolean;
  /** Poll immediately instead of after an interval. */
  isDue: boolean;
}

/** The poll interval while the page is hidden and the customer turned notifications on. */
const HIDDEN_POLL_MS = 30_000;

/**
 * Updates an order until it is done. The host pushes it. The order is polled (§4) when the host cannot push and while the
 * push connection is silent. Returns a function that stops the updates.
 */
export function followOrder({ platform, order, canPush, isDue }: Following): () => void {
  let feed: OrderFeed | null = null;
  const listener = {
    onOrder: order.take,
    onLost: () => {
      if (platform.visibility.isVisible()) void order.refresh();
    },
  };
  const stopPushing = reaction(
    () => {
      const { orderId, destinationAddress } = order;
      // A card purchase needs the session of its customer, which no socket has.
      const isPurchase = Boolean(order.order?.fiat);
      return canPush() && !isPurchase && orderId && destinationAddress ? { orderId, destinationAddress } : null;
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
    hiddenIntervalMs: () => (order.updatesWhileHidden ? HIDDEN_POLL_MS : null),
    poll: order.refresh,
    isDone: () => order.isDone(),
    isCovered: () => feed?.isLive ?? false,
    isDue,
  });
  return () => {
    stopPushing();
    stopPolling();
    feed?.close();
  };
}
