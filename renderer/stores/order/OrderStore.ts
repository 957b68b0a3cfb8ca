import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Order } from '../../../contract/api/orders.ts';
import { ApiError } from '../../../contract/errors.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import { isFinalStep, orderStep } from '../../../contract/order.ts';
import type { Clock, Platform } from '../../../contract/platform.ts';
import { followOrder } from './followOrder.ts';
import { hasHeldClaim, orderStage, type OrderStage } from './orderStage.ts';

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

/** The order on the page: loaded, pushed or polled while something can still happen, kept when the host is silent. */
export class OrderStore {
  orderId: string | null;
  destinationAddress: string | null;
  order: Order | null;
  state: OrderState;
  /** Milliseconds since 1970 by this device's clock: when `order` was true. */
  updatedAt: number | null = null;
  /** The last poll failed; what is shown is the last good state. */
  isStale = false;
  /** News are wanted while nobody looks too: the customer asked to be notified. */
  updatesWhileHidden = false;
  private isFromSnapshot: boolean;
  private readonly platform: Platform;
  private readonly clock: Clock;
  private readonly canPush: () => boolean;

  constructor({ platform, clock, snapshot, canPush = () => false }: Dependencies) {
    this.platform = platform;
    this.clock = clock;
    this.canPush = canPush;
    this.orderId = snapshot?.orderId ?? null;
    this.destinationAddress = snapshot?.destinationAddress ?? null;
    this.order = snapshot?.order ?? null;
    this.state = snapshot?.state ?? 'idle';
    this.isFromSnapshot = snapshot !== null;
    if (snapshot?.order) this.updatedAt = clock.now();
    makeAutoObservable<this, 'platform' | 'clock' | 'canPush' | 'isFromSnapshot'>(
      this,
      {
        platform: false,
        clock: false,
        canPush: false,
        isFromSnapshot: false,
        serverNow: false,
        ageMs: false,
        order: observableRef,
      },
      { autoBind: true },
    );
  }

  get stage(): OrderStage | null {
    return this.order ? orderStage(this.order) : null;
  }

  /** §4: no more polling after the last step, unless a person's word is promised, nor while the address is judged incorrect. */
  get isSettled(): boolean {
    if (this.state === 'destinationIncorrect' || this.state === 'destinationMissing') return true;
    if (!this.order || hasHeldClaim(this.order)) return false;
    return isFinalStep(orderStep(this.order.orderEvents));
  }

  /**
   * How long ago `order` was true, in milliseconds. What the server rendered stands still until this device has asked for
   * itself: between the two clocks lies an unknown difference, of days on some devices.
   */
  ageMs(): number {
    return this.isFromSnapshot || this.updatedAt === null ? 0 : this.clock.now() - this.updatedAt;
  }

  /** The host's time now, in milliseconds since 1970 (D1): countdowns never trust this device's clock alone. */
  serverNow(): number {
    return this.order ? Date.parse(this.order.serverTime) + this.ageMs() : this.clock.now();
  }

  /** Shows an order. Never rejects: `state` says what happened. */
  async load(orderId: string, destinationAddress: string | null): Promise<void> {
    const isSame = orderId === this.orderId && destinationAddress === this.destinationAddress;
    if (isSame && this.state === 'ready') return await this.refresh();
    this.orderId = orderId;
    this.destinationAddress = destinationAddress;
    this.order = null;
    this.updatedAt = null;
    this.isStale = false;
    this.isFromSnapshot = false;
    this.state = destinationAddress ? 'loading' : 'destinationMissing';
    if (destinationAddress) await this.refresh();
  }

  /** Takes an order that a call other than the poll answered (created, decided). */
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
      const order = await this.platform.transport.call('orders.publicInfo', { orderId, destinationAddress });
      if (isCurrent()) this.take(order);
    } catch (error) {
      if (isCurrent()) this.judge(error);
    }
  }

  /** Takes a newer state of the order shown; an answer that was overtaken by a newer one is dropped. */
  take(answer: Order): void {
    const order = withAdditions(answer, this.clock.now());
    const isOvertaken = this.order !== null && Date.parse(order.serverTime) < Date.parse(this.order.serverTime);
    if (order.orderId !== this.orderId || isOvertaken) return;
    this.order = order;
    this.state = 'ready';
    this.isStale = false;
    this.isFromSnapshot = false;
    this.updatedAt = this.clock.now();
  }

  /** Follows the order until it is settled. Returns the stop. */
  start(): () => void {
    return followOrder({
      platform: this.platform,
      order: this,
      canPush: this.canPush,
      // What the server rendered carries the server's clock; the first answer of our own sets ours right.
      isDue: this.isFromSnapshot,
    });
  }

  /** For the next render of the same page. */
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
        // From here on it ages by this device's clock, which has run on its own since the page was taken over.
        if (this.isFromSnapshot) this.updatedAt = this.clock.now();
        this.isFromSnapshot = false;
      } else this.state = 'failed';
    });
  }
}

/** D1's fields are additions: a host that knows only the specification leaves them out. */
type SpecifiedOrder = Omit<Order, 'refunds' | 'serverTime' | 'isExpired'> &
  Partial<Pick<Order, 'refunds' | 'serverTime' | 'isExpired'>>;

function withAdditions(order: SpecifiedOrder, now: number): Order {
  return { refunds: [], isExpired: false, serverTime: isoTime(now), ...order };
}
