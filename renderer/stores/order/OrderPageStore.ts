import { reaction } from 'mobx';
import { depositedAmount } from '../../../contract/orderStage.ts';
import type { NotificationStore } from '../NotificationStore.ts';
import { storeGroup } from '../storeGroup.ts';
import type { AccountOrders } from './AccountOrders.ts';
import type { DecisionStore } from './DecisionStore.ts';
import type { GuaranteeStore } from './GuaranteeStore.ts';
import { orderGroup } from './orderGroup.ts';
import type { DeviceOrders } from '../deviceOrders/DeviceOrders.ts';
import { tokenOfFragment } from '../deviceOrders/orderPass.ts';
import type { OrderStore } from './OrderStore.ts';
import type { OrderTokens } from '../deviceOrders/OrderTokens.ts';

interface Dependencies {
  order: OrderStore;
  guarantee: GuaranteeStore;
  decision: DecisionStore;
  deviceOrders: DeviceOrders;
  accountOrders: AccountOrders;
  orderTokens: OrderTokens;
  notifications: Pick<NotificationStore, 'show'>;
}

/** What the page of an order does besides showing it. */
export class OrderPageStore {
  private readonly dependencies: Dependencies;
  private readonly shownStages = new Map<string, string>();

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
  }

  /** Returns whether an order that this app has shown is in another stage now, and records the stage. */
  isNewStage(orderId: string, stage: string): boolean {
    const before = this.shownStages.get(orderId);
    this.shownStages.set(orderId, stage);
    return before !== undefined && before !== stage;
  }

  /** Loads the order, its guarantee and the amounts of a decision or refund. Never rejects. */
  async load(orderId: string, destinationAddress: string | null): Promise<void> {
    const { order, guarantee, decision } = this.dependencies;
    await order.load(orderId, destinationAddress);
    await guarantee.check();
    if (order.stage === 'decision' || order.stage === 'refunding') await decision.loadInfo();
  }

  /** Follows the order, verifies its signatures, renews an open decision and records the order. Returns the function that stops it. */
  start(): () => void {
    const { order, guarantee, decision, deviceOrders, accountOrders } = this.dependencies;
    deviceOrders.load();
    const stops = [
      startWhile(() => !order.isDone(), order.start),
      guarantee.start(),
      startWhile(() => order.stage === 'decision', decision.start),
      // The refund amount depends on the deposits: load it again when they change.
      reaction(
        () => (order.stage === 'refunding' && order.order ? depositedAmount(order.order) : null),
        (deposited) => deposited !== null && void decision.loadInfo(),
      ),
      this.record(),
      reaction(
        () => accountOrders.isOn && order.orderId,
        (orderId) => orderId && void accountOrders.check([orderId]),
        { fireImmediately: true },
      ),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /**
   * Opens the order pass in the fragment of an address (D3). The tab borrows the pass and does not store it, because links are
   * opened on other people's devices too. Returns whether the fragment is meant as a pass.
   */
  takePass(orderId: string, fragment: string): boolean {
    const { orderTokens, notifications } = this.dependencies;
    if (!fragment.startsWith('#pass=')) return false;
    const token = tokenOfFragment(fragment);
    if (token === null) notifications.show({ kind: 'error', message: 'pass.incomplete' });
    else if (!orderTokens.all(orderId).includes(token)) {
      orderTokens.storeForTab(orderId, token);
      notifications.show({ kind: 'success', message: 'pass.opened' });
    }
    return true;
  }

  /** Records each state of the order on this device, and the orders that follow from it. */
  private record(): () => void {
    const { order, deviceOrders } = this.dependencies;
    let opened: string | null = null;
    return reaction(
      () => order.order,
      (current) => {
        if (!current) return;
        if (current.orderId === opened) deviceOrders.update(current);
        else deviceOrders.record(current);
        opened = current.orderId;
        void deviceOrders.addLinked(current);
      },
      { fireImmediately: true },
    );
  }
}

/** The store that drives the page of an order. */
export const orderPageGroup = storeGroup((stores) => ({ orderPage: new OrderPageStore(orderGroup(stores)) }));

/** Keeps something started while a condition holds. Returns the function that stops it. */
function startWhile(condition: () => boolean, start: () => () => void): () => void {
  let stop: (() => void) | null = null;
  const stopWatching = reaction(
    condition,
    (holds) => {
      stop?.();
      stop = holds ? start() : null;
    },
    { fireImmediately: true },
  );
  return () => {
    stopWatching();
    stop?.();
  };
}
