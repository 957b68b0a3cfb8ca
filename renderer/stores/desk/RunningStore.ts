import { compareStructural, makeAutoObservable, observableShallow, reaction, runInAction } from 'mobx';
import type { Order } from '../../../contract/api/orders.ts';
import { ORDER_EVENTS_FEATURE } from '../../../contract/features.ts';
import type { Clock, Platform } from '../../../contract/platform.ts';
import type { FollowedOrder } from '../../../contract/schemas/trading.ts';
import { everyVisible } from '../base/everyVisible.ts';
import { AccountHistoryStore } from '../history/AccountHistoryStore.ts';
import type { HealthStore } from '../HealthStore.ts';
import { storeGroup } from '../storeGroup.ts';
import type { AccountOrders } from '../order/AccountOrders.ts';
import { orderGroup } from '../order/orderGroup.ts';
import type { DeviceOrders } from '../deviceOrders/DeviceOrders.ts';
import { isEnded, recordOf, type OrderRecord } from '../deviceOrders/orderRecords.ts';
import { OrderStore } from '../order/OrderStore.ts';

/** How often the orders of the account are listed again: one may begin on another device. */
const ACCOUNT_REFRESH_MS = 30_000;
/** Orders that are followed live. Further ones are refreshed with the list of this device. */
const MAX_FOLLOWED = 20;

interface Followed {
  store: OrderStore;
  stop: () => void;
}

interface Dependencies {
  platform: Platform;
  clock: Clock;
  health: Pick<HealthStore, 'hasFeature'>;
  deviceOrders: DeviceOrders;
  account: AccountHistoryStore;
  accountOrders: Pick<AccountOrders, 'isOn'>;
  /** The order that the page shows. */
  page: Pick<OrderStore, 'order'>;
}

/** The orders of this device and of the account that have not ended, followed live, and those of today that have. */
export class RunningStore {
  private readonly followed = new Map<string, Followed>();
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    makeAutoObservable<this, 'followed'>(this, { followed: observableShallow }, { autoBind: true });
  }

  /** Orders that ask for something first, by the time that remains. Then the others, newest first. */
  get running(): OrderRecord[] {
    return this.records.filter((record) => !isEnded(record)).toSorted(byUrgency);
  }

  /** Completed and refunded orders that were created today, newest first. */
  get doneToday(): OrderRecord[] {
    const midnight = new Date(this.#dependencies.clock.now()).setHours(0, 0, 0, 0);
    return this.records.filter(
      (record) => isEnded(record) && record.stage !== 'expired' && Date.parse(record.createdAt) >= midnight,
    );
  }

  /** The full order; null until its first state is here. */
  orderOf(orderId: string): Order | null {
    return this.followed.get(orderId)?.store.order ?? null;
  }

  /** Returns the order as the host has it now. Rejects with an ApiError. */
  async read({ orderId, destinationAddress }: FollowedOrder): Promise<Order> {
    return await this.#dependencies.platform.transport.call('orders.publicInfo', { orderId, destinationAddress });
  }

  /** The host's time in ms since 1970, for the countdown of an order. */
  serverNow(orderId: string): number {
    return this.followed.get(orderId)?.store.serverNow() ?? this.#dependencies.clock.now();
  }

  /** Reads, lists and follows the orders. Returns the function that stops it. */
  start(): () => void {
    const { platform, deviceOrders, account, accountOrders, page } = this.#dependencies;
    deviceOrders.load();
    const list = (): void => {
      if (accountOrders.isOn) void account.orders.show();
    };
    const stops = [
      everyVisible(platform, ACCOUNT_REFRESH_MS, list),
      platform.onStorageChange(() => deviceOrders.load()),
      // A customer's new order is in the account's list only.
      reaction(() => [accountOrders.isOn, page.order?.orderId], list, { fireImmediately: true, equals: compareStructural }),
      reaction(() => this.wanted, this.follow, { fireImmediately: true, equals: compareStructural }),
      deviceOrders.start(),
      () => this.followOnly([]),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** The orders of this device and the latest ones of the account, newest first. */
  get records(): OrderRecord[] {
    const { deviceOrders, account, accountOrders } = this.#dependencies;
    const known = new Map((deviceOrders.records ?? []).map((record) => [record.orderId, record]));
    const entries = (accountOrders.isOn && account.orders.items) || [];
    const take = (order: Order): void => {
      const before = known.get(order.orderId);
      if (before && before.checkedAt > order.serverTime) return;
      known.set(order.orderId, { isPassSaved: true, ...before, ...recordOf(order) });
    };
    for (const { order } of entries) take(order);
    // After a sign-out, the orders of the account are no longer known.
    for (const { store } of this.followed.values()) if (store.order && known.has(store.order.orderId)) take(store.order);
    return [...known.values()].toSorted(newestFirst);
  }

  private get wanted(): FollowedOrder[] {
    return this.running
      .map(({ orderId, destinationAddress }) => ({ orderId, destinationAddress }))
      .toSorted((one, other) => one.orderId.localeCompare(other.orderId));
  }

  /** Follows these orders in the window and in the shell. The shell stops by itself when an order ends. */
  private follow(orders: FollowedOrder[], before: readonly FollowedOrder[] = []): void {
    const shell = this.#dependencies.platform.runningOrders;
    this.followOnly(orders);
    const known = new Set(this.records.map(({ orderId }) => orderId));
    const forgotten = before.filter(({ orderId }) => !known.has(orderId)).map(({ orderId }) => orderId);
    const added = orders.filter(({ orderId }) => !before.some((one) => one.orderId === orderId));
    if (forgotten.length > 0) shell?.unfollow(forgotten);
    if (added.length > 0) shell?.follow(added);
  }

  /** Follows these orders and stops following all others, whose records remain. */
  private followOnly(orders: readonly FollowedOrder[]): void {
    const ids = new Set(orders.map(({ orderId }) => orderId));
    for (const [orderId, { stop }] of this.followed) {
      if (ids.has(orderId)) continue;
      stop();
      this.followed.delete(orderId);
    }
    for (const { orderId, destinationAddress } of orders.slice(0, MAX_FOLLOWED)) {
      if (!this.followed.has(orderId)) this.followed.set(orderId, this.followOne(orderId, destinationAddress));
    }
  }

  private followOne(orderId: string, destinationAddress: string): Followed {
    const { platform, clock, health, deviceOrders } = this.#dependencies;
    const canPush = (): boolean => health.hasFeature(ORDER_EVENTS_FEATURE);
    const store = new OrderStore({ platform, clock, snapshot: null, canPush });
    void store.load(orderId, destinationAddress);
    const stopUpdates = store.start();
    const stopRecording = reaction(
      () => store.order,
      (order) => order && runInAction(() => deviceOrders.update(order)),
    );
    return {
      store,
      stop: () => {
        stopUpdates();
        stopRecording();
      },
    };
  }
}

function byUrgency(one: OrderRecord, other: OrderRecord): number {
  return urgencyOf(one).localeCompare(urgencyOf(other)) || newestFirst(one, other);
}

function newestFirst(one: OrderRecord, other: OrderRecord): number {
  return other.createdAt.localeCompare(one.createdAt);
}

/** A text that sorts by urgency: questions, then payments to send by their time, then the rest. */
function urgencyOf({ stage, hasExtra, dueAt }: OrderRecord): string {
  const rank = stage === 'decision' || stage === 'depositReorged' || hasExtra ? 0 : dueAt ? 1 : 2;
  return `${rank} ${dueAt ?? ''}`;
}

/** The running orders of the window. */
export const runningGroup = storeGroup((stores) => {
  const { platform, clock, health, accountOrders, order, deviceOrders } = orderGroup(stores);
  const account = new AccountHistoryStore({ platform, health, clock, accountOrders, snapshot: null });
  return {
    runningOrders: new RunningStore({ platform, clock, health, deviceOrders, account, accountOrders, page: order }),
  };
});
