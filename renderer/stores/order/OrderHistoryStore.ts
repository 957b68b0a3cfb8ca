import { compareStructural, makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Order } from '../../../contract/api/orders.ts';
import { ApiError } from '../../../contract/errors.ts';
import { CONGESTED_REFUND_WAIT_MS, DECISION_DEADLINE_MS, WATCH_AFTER_END_MS } from '../../../contract/limits.ts';
import type { Clock, Platform } from '../../../contract/platform.ts';
import type { ExportedOrder } from './orderExport.ts';
import { deleteOrderMails } from './orderMails.ts';
import {
  isOver,
  keepsOrders,
  readRecords,
  recordOf,
  sorted,
  switchKeeping,
  writeRecords,
  type OrderRecord,
} from './orderRecords.ts';
import type { OrderTokens } from './OrderTokens.ts';
import { pollWhileVisible } from './pollWhileVisible.ts';

const REFRESH_MS = 30_000;
/** Asked one after the other, so that a long list is no burst; the rest of it keeps what was last known. */
const MOST_ASKED = 20;
/** What is older can be opened, and is not asked about by itself. */
const ASKED_FOR_MS = 30 * 24 * 3_600_000;
/** Addresses are watched after an order's end, and what still comes waits to go back (D6). */
const LATE_MONEY_MS = WATCH_AFTER_END_MS + Math.max(DECISION_DEADLINE_MS, CONGESTED_REFUND_WAIT_MS);

interface Dependencies {
  platform: Platform;
  clock: Clock;
  tokens: OrderTokens;
}

/**
 * The orders that were made or opened on this device, for guests, who have no account to find them in. They lie on the
 * device and nowhere else; the customer takes them along, deletes them, or has none kept.
 */
export class OrderHistoryStore {
  /** Null until the device was asked, which the server's render can't. */
  records: OrderRecord[] | null = null;
  isKept = true;
  /** The last round of questions had no answer: what is shown is what was last known. */
  isStale = false;
  /** Orders that are over, asked about on this visit: once is enough. */
  private readonly askedOnce = new Set<string>();
  private readonly dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
    makeAutoObservable<this, 'dependencies'>(this, { dependencies: false, records: observableRef }, { autoBind: true });
  }

  /** Reads what the device has. */
  load(): void {
    const { storage } = this.dependencies.platform;
    this.isKept = keepsOrders(storage);
    this.askedOnce.clear();
    this.records = readRecords(storage);
  }

  /** Notes an order that was made or opened here. */
  record(order: Order): void {
    this.change(order.orderId, (known) => ({ isPassSaved: false, ...known, ...recordOf(order) }));
  }

  /** Notes what became of an order, unless it was deleted meanwhile, here or in another tab. */
  update(order: Order): void {
    const now = recordOf(order);
    const known = this.find(order.orderId);
    // Most news are that nothing is new.
    if (!known || compareStructural({ ...known, ...now, checkedAt: known.checkedAt }, known)) return;
    this.change(order.orderId, (kept) => kept && { ...kept, ...now });
  }

  /** The pass left for another place: there is no need to remind of it any more. */
  notePassSaved(orderId: string): void {
    this.change(orderId, (known) => known && { ...known, isPassSaved: true });
  }

  find(orderId: string): OrderRecord | null {
    return this.records?.find((record) => record.orderId === orderId) ?? null;
  }

  /** Forgets one order and its pass. The order goes on; this device can't decide for it any more. */
  remove(orderId: string): void {
    this.dependencies.tokens.forget(orderId);
    deleteOrderMails(this.dependencies.platform.storage, orderId);
    this.write((records) => records.filter((record) => record.orderId !== orderId));
  }

  /** Forgets all of them, with their passes. */
  clear(): void {
    this.dependencies.tokens.forget();
    deleteOrderMails(this.dependencies.platform.storage);
    this.write(() => []);
  }

  /** Off: nothing is kept from now on, and nothing stays of what was; a pass lives as long as its tab. */
  keep(isKept: boolean): void {
    switchKeeping(this.dependencies.platform.storage, isKept);
    this.isKept = isKept;
    if (!isKept) this.clear();
  }

  /** How many orders that have not ended nobody could decide for any more, were one (or were all) deleted here. */
  passesLostWith(orderId?: string): number {
    const concerned = (this.records ?? []).filter((record) => orderId === undefined || record.orderId === orderId);
    return concerned.filter((record) => !isOver(record) && this.dependencies.tokens.get(record.orderId) !== null).length;
  }

  /** Nothing here can change any more, as far as it is asked about. */
  get isSettled(): boolean {
    return this.unsettled.length === 0;
  }

  /** Asks about the orders that can still change, once about those that ended lately, and goes on while the page is looked at. Returns the stop. */
  start(): () => void {
    return pollWhileVisible({
      platform: this.dependencies.platform,
      intervalMs: () => REFRESH_MS,
      poll: this.refresh,
      isDone: () => this.isSettled,
      isDue: true,
    });
  }

  /** Never rejects. */
  async refresh(): Promise<void> {
    const { platform } = this.dependencies;
    for (const { orderId, destinationAddress } of this.unsettled.slice(0, MOST_ASKED)) {
      try {
        const order = await platform.transport.call('orders.publicInfo', { orderId, destinationAddress });
        this.update(order);
        this.noteAsked(orderId);
      } catch (error) {
        // One that this host does not know says nothing of the others; silence, or too many questions, ends the round.
        const isUnknown = error instanceof ApiError && error.code === 'ERR_NOT_FOUND_E';
        if (isUnknown) {
          this.noteAsked(orderId);
          continue;
        }
        return runInAction(() => {
          this.isStale = true;
        });
      }
    }
    runInAction(() => (this.isStale = false));
  }

  /** What is taken along to another device, passes included (`orderExport.ts`). */
  exported(): ExportedOrder[] {
    return (this.records ?? []).map((record) => ({ record, passes: this.dependencies.tokens.all(record.orderId) }));
  }

  /** Adds what is not here yet. */
  add(orders: readonly ExportedOrder[]): void {
    this.write((records) => {
      const known = new Set(records.map(({ orderId }) => orderId));
      return [...records, ...orders.flatMap(({ record }) => (known.has(record.orderId) ? [] : record))];
    });
    // After the records, which say whose pass is needed least where there is no room for all.
    for (const { record, passes } of orders) for (const pass of passes) this.dependencies.tokens.keep(record.orderId, pass);
  }

  private get unsettled(): OrderRecord[] {
    const oldest = this.dependencies.clock.now() - ASKED_FOR_MS;
    const young = (this.records ?? []).filter((record) => Date.parse(record.createdAt) > oldest);
    const [open, over] = [young.filter((record) => !isOver(record)), young.filter(isOver)];
    return [...open, ...over.filter(this.isToBeAskedOnce)];
  }

  /** Money can still come to it, and its record says nothing of that. */
  private isToBeAskedOnce({ orderId, checkedAt }: OrderRecord): boolean {
    return !this.askedOnce.has(orderId) && Date.parse(checkedAt) > this.dependencies.clock.now() - LATE_MONEY_MS;
  }

  private noteAsked(orderId: string): void {
    this.askedOnce.add(orderId);
  }

  private change(orderId: string, next: (known: OrderRecord | null) => OrderRecord | null): void {
    this.write((records) => {
      const changed = next(records.find((record) => record.orderId === orderId) ?? null);
      return changed ? [...records.filter((record) => record.orderId !== orderId), changed] : records;
    });
  }

  /** Read again before each change: another tab may have written. */
  private write(change: (records: OrderRecord[]) => OrderRecord[]): void {
    const { storage } = this.dependencies.platform;
    const records = sorted(change(readRecords(storage)));
    this.records = keepsOrders(storage) ? records : [];
    writeRecords(storage, this.records);
  }
}
