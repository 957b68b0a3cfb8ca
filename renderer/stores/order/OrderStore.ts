import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Order } from '../../../contract/api/orders.ts';
import { ApiError } from '../../../contract/errors.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import { isFinalStep, orderStep } from '../../../contract/order.ts';
import type { Clock, Platform } from '../../../contract/platform.ts';
import { followOrder } from './followOrder.ts';
import { hasHeldClaim, laterDepositsUntil, orderStage, type OrderStage } from '../../../contract/orderStage.ts';

export type OrderState =
  | 'idle'
  | 'loading'
  | 'ready'
  /** `/order/{id}` without a destination address: the page asks for it */
  | 'destinationMissing'
  /** ERR_NOT_FOUND_E (§8): wrong address, or no such order */
  | 'destinationIncorrect'
  | 'failed';

export interface OrderSnapshot {
  orderId: string;
  destinationAddress: string | null;
  state: OrderState;
  order: Order | null;
}

interface Dependencies {
  platform: Platform;
  clock: Clock;
  snapshot: OrderSnapshot | null;
  /** Observable: the host pushes orders (`order-events`, D30). */
  canPush?: () => boolean;
}

/** The order on the page: loaded, then pushed or polled until it ends. It stays visible while the host does not answer. */
export class OrderStore {
  orderId: string | null;
  destinationAddress: string | null;
  order: Order | null;
  state: OrderState;
  /** The time of `order` in ms since 1970, by this device's clock. */
  updatedAt: number | null = null;
  /** The last poll failed, so the last known state is shown. */
  isStale = false;
  /** Poll while the page is hidden too, because notifications are on. */
  updatesWhileHidden = false;
  #isFromSnapshot: boolean;
  readonly #platform: Platform;
  readonly #clock: Clock;
  readonly #canPush: () => boolean;

  constructor({ platform, clock, snapshot, canPush = () => false }: Dependencies) {
    this.#platform = platform;
    this.#clock = clock;
    this.#canPush = canPush;
    this.orderId = snapshot?.orderId ?? null;
    this.destinationAddress = snapshot?.destinationAddress ?? null;
    this.order = snapshot?.order ?? null;
    this.state = snapshot?.state ?? 'idle';
    this.#isFromSnapshot = snapshot !== null;
    if (snapshot?.order) this.updatedAt = clock.now();
    makeAutoObservable(this, { serverNow: false, ageMs: false, isDone: false, order: observableRef }, { autoBind: true });
  }

  get stage(): OrderStage | null {
    return this.order ? orderStage(this.order) : null;
  }

  /** True when nothing more happens (§4): the order has ended without a held claim, or the address is missing or incorrect. */
  get isSettled(): boolean {
    if (this.state === 'destinationIncorrect' || this.state === 'destinationMissing') return true;
    if (!this.order || hasHeldClaim(this.order)) return false;
    return isFinalStep(orderStep(this.order.orderEvents));
  }

  /** Returns whether polling can stop: the order is settled, and no later deposit can become another order (D63). */
  isDone(): boolean {
    const until = this.order && laterDepositsUntil(this.order);
    return this.isSettled && (until === null || until < this.serverNow());
  }

  /**
   * Returns the age of `order` in ms. A server-rendered order has age 0 until the first response, because the clock of this device
   * may differ from the server's by days.
   */
  ageMs(): number {
    return this.#isFromSnapshot || this.updatedAt === null ? 0 : this.#clock.now() - this.updatedAt;
  }

  /** Returns the host's current time in ms since 1970 (D1). Countdowns never use this device's clock alone. */
  serverNow(): number {
    return this.order ? Date.parse(this.order.serverTime) + this.ageMs() : this.#clock.now();
  }

  /** Loads an order. Never rejects: `state` has the result. */
  async load(orderId: string, destinationAddress: string | null): Promise<void> {
    const isSame = orderId === this.orderId && destinationAddress === this.destinationAddress;
    if (isSame && this.state === 'ready') return await this.refresh();
    this.orderId = orderId;
    this.destinationAddress = destinationAddress;
    this.order = null;
    this.updatedAt = null;
    this.isStale = false;
    this.#isFromSnapshot = false;
    this.state = destinationAddress ? 'loading' : 'destinationMissing';
    if (destinationAddress) await this.refresh();
  }

  /** Shows an order from the response of another call, such as its creation. */
  adopt(order: Order, destinationAddress: string): void {
    this.orderId = order.orderId;
    this.destinationAddress = destinationAddress;
    this.order = null;
    this.take(order);
  }

  async refresh(): Promise<void> {
    const { orderId, destinationAddress } = this;
    if (!orderId || !destinationAddress) return;
    const isCurrent = () => orderId === this.orderId && destinationAddress === this.destinationAddress;
    try {
      const order = await this.#platform.transport.call('orders.publicInfo', { orderId, destinationAddress });
      if (isCurrent()) this.take(order);
    } catch (error) {
      if (isCurrent()) this.judge(error);
    }
  }

  /** Applies a newer state of the order. Ignores a state that is older than the current one. */
  take(answer: Order): void {
    const order = withAdditions(answer, this.#clock.now());
    const isOvertaken = this.order !== null && Date.parse(order.serverTime) < Date.parse(this.order.serverTime);
    if (order.orderId !== this.orderId || isOvertaken) return;
    this.order = order;
    this.state = 'ready';
    this.isStale = false;
    this.#isFromSnapshot = false;
    this.updatedAt = this.#clock.now();
  }

  /** Updates the order until it is done. Returns a function that stops it. */
  start(): () => void {
    return followOrder({
      platform: this.#platform,
      order: this,
      canPush: this.#canPush,
      // A server-rendered order has the server's clock. The first response corrects it.
      isDue: this.#isFromSnapshot,
    });
  }

  /** Returns the state for hydration. */
  snapshot(): OrderSnapshot | null {
    if (!this.orderId) return null;
    return { orderId: this.orderId, destinationAddress: this.destinationAddress, state: this.state, order: this.order };
  }

  private judge(error: unknown): void {
    const isUnknown = error instanceof ApiError && ['ERR_NOT_FOUND_E', 'ERR_NOT_FOUND', 'ERR_VALIDATION'].includes(error.code);
    runInAction(() => {
      if (isUnknown) {
        this.state = 'destinationIncorrect';
        this.order = null;
      } else if (this.order) {
        this.isStale = true;
        // From now on its age is measured by this device's clock.
        if (this.#isFromSnapshot) this.updatedAt = this.#clock.now();
        this.#isFromSnapshot = false;
      } else this.state = 'failed';
    });
  }
}

/** A host that knows only the specification omits these additional fields (D1). */
type SpecifiedOrder = Omit<Order, 'refunds' | 'serverTime' | 'isExpired'> &
  Partial<Pick<Order, 'refunds' | 'serverTime' | 'isExpired'>>;

function withAdditions(order: SpecifiedOrder, now: number): Order {
  return { refunds: [], isExpired: false, serverTime: isoTime(now), ...order };
}
