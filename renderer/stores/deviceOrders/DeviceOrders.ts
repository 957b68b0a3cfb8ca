import { compareStructural, makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Order } from '../../../contract/api/orders.ts';
import { ApiError } from '../../../contract/errors.ts';
import { CONGESTED_REFUND_WAIT_MS, DECISION_DEADLINE_MS, WATCH_AFTER_END_MS } from '../../../contract/limits.ts';
import type { Clock, Platform } from '../../../contract/platform.ts';
import type { ExportedOrder } from './orderExport.ts';
import { deleteOrderMails } from './orderMails.ts';
import {
  isOver,
  storesOrders,
  readRecords,
  recordOf,
  sorted,
  switchStoring,
  writeRecords,
  type OrderRecord,
} from './orderRecords.ts';
import type { OrderTokens } from './OrderTokens.ts';
import { pollWhileVisible } from '../base/pollWhileVisible.ts';

const REFRESH_MS = 30_000;
/** Maximum number of orders refreshed in a round, one at a time. */
const MAX_REFRESHED = 20;
/** Orders older than this are not refreshed automatically. */
const REFRESH_AGE_MS = 30 * 24 * 3_600_000;
/** How long after an order's end a late deposit may still be awaiting its refund (D6). */
const LATE_MONEY_MS = WATCH_AFTER_END_MS + Math.max(DECISION_DEADLINE_MS, CONGESTED_REFUND_WAIT_MS);

interface Dependencies {
  platform: Platform;
  clock: Clock;
  tokens: OrderTokens;
  /** Whether an order is known to belong to the signed-in customer */
  isOwn: (orderId: string) => boolean;
}

/**
 * The orders that were created or opened on this device. Guests have no account to find them in. The list is stored only on the
 * device. The customer can move the list to another device, delete it or switch it off. Orders of the signed-in customer are only in
 * the account's list, so that this device shows them to nobody after a sign-out.
 */
export class DeviceOrders {
  /** null until it is read from the device. The server cannot read it. */
  records: OrderRecord[] | null = null;
  isStored = true;
  /** The device is full or forbids storing, so the newest orders are in this tab only. */
  isFull = false;
  /** The last refresh failed, so the list shows the last known states. */
  isStale = false;
  /** Ended orders that were refreshed on this visit. Once is enough. */
  private readonly refreshedOnce = new Set<string>();
  /** Orders of later deposits that were added on this visit. One that the customer deletes from the list stays deleted. */
  private readonly linked = new Set<string>();
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    makeAutoObservable(this, { records: observableRef }, { autoBind: true });
  }

  /** Reads the list from the device. */
  load(): void {
    const { storage } = this.#dependencies.platform;
    this.isStored = storesOrders(storage);
    this.refreshedOnce.clear();
    this.records = this.read();
    this.isFull = this.records.length > readRecords(storage).length;
    this.leaveToAccount();
  }

  /** Deletes the orders of the signed-in customer and their passes from this device. The account gives access to them. */
  leaveToAccount(): void {
    for (const { orderId } of this.records ?? []) if (this.#dependencies.isOwn(orderId)) this.remove(orderId);
  }

  /** Adds or updates an order that was created or opened here. */
  record(order: Order): void {
    if (this.#dependencies.isOwn(order.orderId)) return;
    this.change(order.orderId, (known) => ({ isPassSaved: false, ...known, ...recordOf(order) }));
  }

  /** Updates an order, unless it was deleted meanwhile, here or in another tab. */
  update(order: Order): void {
    const now = recordOf(order);
    const known = this.find(order.orderId);
    // Most updates change nothing.
    if (!known || compareStructural({ ...known, ...now, checkedAt: known.checkedAt }, known)) return;
    this.change(order.orderId, (stored) => stored && { ...stored, ...now });
  }

  /**
   * Shares the passes of an order with the orders of its later deposits (D63), and adds these to the list, once per visit. Never
   * rejects: an order that did not load is added with the next state of the first one.
   */
  async addLinked({ orderId, destinationAddress, firstOrderId, laterOrders = [] }: Order): Promise<void> {
    const { platform, tokens } = this.#dependencies;
    if (firstOrderId) tokens.share(firstOrderId, orderId);
    for (const { orderId: later } of laterOrders) {
      if (this.linked.has(later)) continue;
      this.linked.add(later);
      tokens.share(orderId, later);
      if (this.find(later)) continue;
      try {
        this.record(await platform.transport.call('orders.publicInfo', { orderId: later, destinationAddress }));
      } catch {
        this.linked.delete(later);
      }
    }
  }

  /** Records that the pass was saved, so the page stops reminding. */
  notePassSaved(orderId: string): void {
    this.change(orderId, (known) => known && { ...known, isPassSaved: true });
  }

  find(orderId: string): OrderRecord | null {
    return this.records?.find((record) => record.orderId === orderId) ?? null;
  }

  /** Deletes one order and its pass from this device. The order itself continues. */
  remove(orderId: string): void {
    this.#dependencies.tokens.forget(orderId);
    deleteOrderMails(this.#dependencies.platform.storage, orderId);
    this.write((records) => records.filter((record) => record.orderId !== orderId));
  }

  /** Deletes all orders and their passes from this device. */
  clear(): void {
    this.#dependencies.tokens.forget();
    deleteOrderMails(this.#dependencies.platform.storage);
    this.write(() => []);
  }

  /** Switches storing on or off. Off deletes everything stored, and new passes last as long as their tab. */
  setStoring(isStored: boolean): void {
    switchStoring(this.#dependencies.platform.storage, isStored);
    this.isStored = isStored;
    if (!isStored) this.clear();
  }

  /** True when no order needs a refresh. */
  get isSettled(): boolean {
    return this.unsettled.length === 0;
  }

  /** Refreshes open orders while the page is visible, and recently ended orders once. Returns a function that stops it. */
  start(): () => void {
    return pollWhileVisible({
      platform: this.#dependencies.platform,
      intervalMs: () => REFRESH_MS,
      poll: this.refresh,
      isDone: () => this.isSettled,
    });
  }

  /** Never rejects. */
  async refresh(): Promise<void> {
    const { platform } = this.#dependencies;
    for (const { orderId, destinationAddress } of this.unsettled.slice(0, MAX_REFRESHED)) {
      try {
        const order = await platform.transport.call('orders.publicInfo', { orderId, destinationAddress });
        this.update(order);
        this.markRefreshed(orderId);
        await this.addLinked(order);
      } catch (error) {
        // Skip an order that this host does not know. Any other error ends the round.
        const isUnknown = error instanceof ApiError && error.code === 'ERR_NOT_FOUND_E';
        if (isUnknown) {
          this.markRefreshed(orderId);
          continue;
        }
        return runInAction(() => {
          this.isStale = true;
        });
      }
    }
    runInAction(() => (this.isStale = false));
  }

  /** Adds imported orders that are not in the list. */
  add(orders: readonly ExportedOrder[]): void {
    this.write((records) => {
      const known = new Set(records.map(({ orderId }) => orderId));
      return [...records, ...orders.flatMap(({ record }) => (known.has(record.orderId) ? [] : record))];
    });
    // Add the records first: they decide which passes are dropped when storage is full.
    for (const { record, passes } of orders) for (const pass of passes) this.#dependencies.tokens.store(record.orderId, pass);
  }

  private get unsettled(): OrderRecord[] {
    const oldest = this.#dependencies.clock.now() - REFRESH_AGE_MS;
    const young = (this.records ?? []).filter((record) => Date.parse(record.createdAt) > oldest);
    const [open, over] = [young.filter((record) => !isOver(record)), young.filter(isOver)];
    return [...open, ...over.filter(this.needsOneRefresh)];
  }

  /** True for an ended order that may have received an extra deposit since its last check. */
  private needsOneRefresh({ orderId, checkedAt }: OrderRecord): boolean {
    return !this.refreshedOnce.has(orderId) && Date.parse(checkedAt) > this.#dependencies.clock.now() - LATE_MONEY_MS;
  }

  private markRefreshed(orderId: string): void {
    this.refreshedOnce.add(orderId);
  }

  private change(orderId: string, next: (known: OrderRecord | null) => OrderRecord | null): void {
    this.write((records) => {
      const changed = next(records.find((record) => record.orderId === orderId) ?? null);
      return changed ? [...records.filter((record) => record.orderId !== orderId), changed] : records;
    });
  }

  /** Reads the list again before each change, because another tab may have written. */
  private write(change: (records: OrderRecord[]) => OrderRecord[]): void {
    const { storage, sessionStorage } = this.#dependencies.platform;
    const records = sorted(change(this.read()));
    this.records = storesOrders(storage) ? records : [];
    this.isFull = !writeRecords(storage, this.records);
    writeRecords(sessionStorage, this.isFull ? this.records : []);
  }

  /** Returns the orders of the device, with those for which it had no room. */
  private read(): OrderRecord[] {
    const { storage, sessionStorage } = this.#dependencies.platform;
    const inTab = readRecords(sessionStorage);
    const known = new Set(inTab.map(({ orderId }) => orderId));
    return sorted([...inTab, ...readRecords(storage).filter(({ orderId }) => !known.has(orderId))]);
  }
}
