import type { Order } from '../../contract/api/orders.ts';
import { isOrder } from '../../contract/client/isOrder.ts';
import { ApiError } from '../../contract/errors.ts';
import { orderStage, type OrderStage } from '../../contract/orderStage.ts';
import type { Transport } from '../../contract/platform.ts';
import { StoredOrderSchema, type FollowedOrder } from '../../contract/schemas/trading.ts';
import type { Subscriptions } from '../live/subscriptions.ts';
import { MAX_FOLLOWED_ORDERS } from '../../contract/limits.ts';
import { openStoredList } from '../storage/storedList.ts';

/** The customer's running orders, with or without a window. They stay followed after a restart until they end. */
export interface FollowedOrders {
  /** Adds these orders. Those that other windows have added stay. */
  follow(orders: readonly FollowedOrder[]): void;
  /** Stops following these orders. Ignores unknown ones. */
  unfollow(orderIds: readonly string[]): void;
  /** Returns the running orders whose state is known. */
  running(): Order[];
}

interface Dependencies {
  file: string;
  subscriptions: Pick<Subscriptions, 'add'>;
  api: Transport;
  /** An order has reached another stage while it was followed, or while the app was not running. */
  onStage: (order: Order, stage: OrderStage) => void;
  /** The orders could not be stored, so the next start follows others. */
  onUnsaved: (error: unknown) => void;
}

interface Entry {
  followed: FollowedOrder;
  order: Order | null;
  /** One of `OrderStage`, or what an older version has stored */
  stage: string | null;
  end(): void;
}

const ENDS: ReadonlySet<OrderStage> = new Set<OrderStage>(['completed', 'refunded', 'expired']);

export function openFollowedOrders({ file, subscriptions, api, onStage, onUnsaved }: Dependencies): FollowedOrders {
  const stored = openStoredList(file, StoredOrderSchema, { maxItems: MAX_FOLLOWED_ORDERS, onFailure: onUnsaved });
  const entries = new Map<string, Entry>();
  const store = (): void =>
    void stored.write(
      [...entries.values()].map(({ followed: { orderId, destinationAddress }, stage }) => ({
        orderId,
        destinationAddress,
        ...(stage !== null && { stage }),
      })),
    );
  const unfollow = (orderIds: readonly string[]): void => {
    for (const orderId of orderIds) {
      entries.get(orderId)?.end();
      entries.delete(orderId);
    }
    store();
  };

  const start = (followed: FollowedOrder, known: string | null = null): void => {
    const { orderId, destinationAddress } = followed;
    const accept = (data: unknown): void => {
      if (!isOrder(data, orderId) || !entries.has(orderId)) return;
      const stage = orderStage(data);
      const before = entry.stage;
      Object.assign(entry, { order: data, stage });
      if (ENDS.has(stage)) unfollow([orderId]);
      else if (before !== stage) store();
      if (before !== null && before !== stage) onStage(data, stage);
    };
    /** Stops following an order that the host doesn't know, for example one of another host. */
    const refuse = (error: unknown): void => {
      if (error instanceof ApiError && error.code === 'ERR_NOT_FOUND_E') unfollow([orderId]);
    };
    const poll = async (): Promise<void> => {
      try {
        accept(await api.call('orders.publicInfo', { orderId, destinationAddress }));
      } catch (error) {
        refuse(error);
      }
    };
    const subscription = subscriptions.add({
      start: (subscriptionId) => ({ event: 'orders.watch', data: { orderId, destinationAddress, subscriptionId } }),
      end: (subscriptionId) => ({ event: 'orders.unwatch', data: { subscriptionId } }),
      onMessage: ({ event, data, error }) => {
        if (error) refuse(error);
        else if (event === 'orders.order') accept(data);
      },
      onSilence: () => void poll(),
    });
    const entry: Entry = { followed, order: null, stage: known, end: subscription.end };
    entries.set(orderId, entry);
  };

  const follow = (orders: readonly FollowedOrder[]): void => {
    for (const followed of orders) if (!entries.has(followed.orderId)) start(followed);
  };

  for (const { stage, ...followed } of stored.read() ?? []) start(followed, stage ?? null);
  return {
    follow: (orders) => {
      follow(orders);
      store();
    },
    unfollow,
    running: () => [...entries.values()].flatMap(({ order }) => (order ? [order] : [])),
  };
}
