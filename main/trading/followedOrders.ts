import type { Order } from '../../contract/api/orders.ts';
import { orderStage, type OrderStage } from '../../contract/orderStage.ts';
import type { Transport } from '../../contract/platform.ts';
import { FollowedOrderSchema, type FollowedOrder } from '../../contract/schemas/trading.ts';
import type { Subscriptions } from '../live/subscriptions.ts';
import { openStoredList } from '../storage/storedList.ts';

/** The customer's running orders, with or without a window. They stay followed after a restart until they end. */
export interface FollowedOrders {
  /** Replaces the orders that are followed. */
  follow(orders: readonly FollowedOrder[]): void;
  /** Returns the running orders whose state is known. */
  running(): Order[];
}

interface Dependencies {
  file: string;
  subscriptions: Pick<Subscriptions, 'add'>;
  api: Transport;
  /** An order has reached another stage while it was followed. */
  onStage: (order: Order, stage: OrderStage) => void;
}

interface Entry {
  followed: FollowedOrder;
  order: Order | null;
  stage: OrderStage | null;
  end(): void;
}

const ENDS: ReadonlySet<OrderStage> = new Set<OrderStage>(['completed', 'refunded', 'expired']);

export function openFollowedOrders({ file, subscriptions, api, onStage }: Dependencies): FollowedOrders {
  const stored = openStoredList(file, FollowedOrderSchema);
  const entries = new Map<string, Entry>();
  const isRunning = ({ stage }: Entry): boolean => stage === null || !ENDS.has(stage);
  const store = (): void =>
    void stored.write(
      [...entries.values()]
        .filter(isRunning)
        .map(({ followed: { orderId, destinationAddress } }) => ({ orderId, destinationAddress })),
    );

  const start = (followed: FollowedOrder): void => {
    const { orderId, destinationAddress } = followed;
    const accept = (data: unknown): void => {
      if (!isOrder(data, orderId) || !entries.has(orderId)) return;
      const stage = orderStage(data);
      const before = entry.stage;
      Object.assign(entry, { order: data, stage });
      if (ENDS.has(stage)) {
        subscription.end();
        store();
      }
      if (before !== null && before !== stage) onStage(data, stage);
    };
    const poll = async (): Promise<void> => accept(await api.call('orders.publicInfo', { orderId, destinationAddress }));
    const subscription = subscriptions.add({
      start: (subscriptionId) => ({ event: 'orders.watch', data: { orderId, destinationAddress, subscriptionId } }),
      end: (subscriptionId) => ({ event: 'orders.unwatch', data: { subscriptionId } }),
      onMessage: ({ event, data }) => event === 'orders.order' && accept(data),
      onSilence: () => void poll().catch(() => undefined),
    });
    const entry: Entry = { followed, order: null, stage: null, end: subscription.end };
    entries.set(orderId, entry);
  };

  const follow = (orders: readonly FollowedOrder[]): void => {
    const ids = new Set(orders.map(({ orderId }) => orderId));
    for (const [orderId, { end }] of [...entries].filter(([id]) => !ids.has(id))) {
      entries.delete(orderId);
      end();
    }
    for (const followed of orders) if (!entries.has(followed.orderId)) start(followed);
  };

  follow(stored.read() ?? []);
  return {
    follow: (orders) => {
      follow(orders);
      store();
    },
    running: () => [...entries.values()].filter(isRunning).flatMap(({ order }) => (order ? [order] : [])),
  };
}

/** Checks the required fields. Other fields are optional. */
function isOrder(data: unknown, orderId: string): data is Order {
  if (typeof data !== 'object' || data === null || !('orderId' in data) || data.orderId !== orderId) return false;
  const lists = ['orderEvents', 'deposits', 'refunds', 'withdrawals'] as const;
  return lists.every((name) => Array.isArray((data as Record<string, unknown>)[name])) && 'pair' in data;
}
