import type { HistoryEntry } from '../../../contract/api/history.ts';
import { isEnded, recordOf, type OrderRecord } from '../deviceOrders/orderRecords.ts';
import type { HistoryFilters } from './AccountHistoryStore.ts';

/** An order of a list, from the account or from this device. */
export interface ListedOrder {
  record: OrderRecord;
  /** Only this device has the order, so the customer can delete it there. */
  isDeviceOnly: boolean;
  match: HistoryEntry['match'];
}

/** Returns an order of the account as a list shows it. */
export function listed({ order, match }: HistoryEntry): ListedOrder {
  return { record: { ...recordOf(order), isPassSaved: true }, isDeviceOnly: false, match };
}

/** Returns an order that only this device has. */
export const ofDevice = (record: OrderRecord): ListedOrder => ({ record, isDeviceOnly: true, match: null });

/** The state by which the filters find an order. */
export function stateOf(record: OrderRecord): HistoryEntry['state'] {
  const { stage } = record;
  return stage === 'completed' || stage === 'refunded' || stage === 'expired' ? stage : 'open';
}

/** Whether the filters let an order of this device through. `since` in ms since 1970; null: no limit. */
export function passes(record: OrderRecord, { state, coin }: HistoryFilters, since: number | null): boolean {
  const isState = state === 'all' || stateOf(record) === state;
  const isCoin = coin === null || record.from.slug === coin || record.to.slug === coin;
  return isState && isCoin && (since === null || Date.parse(record.createdAt) >= since);
}

/** Whether a search finds an order of this device: by the beginning of its number or of its address. */
export function isFound({ orderId, destinationAddress }: OrderRecord, text: string): boolean {
  return orderId.startsWith(text) || destinationAddress.toLowerCase().startsWith(text.toLowerCase());
}

/** Orders of a list under one heading. */
export interface OrderGroup {
  /** `open`, or the month as "2026-11" (UTC) */
  key: string;
  orders: readonly ListedOrder[];
}

/** Returns open orders first, then the others by month, each newest first. */
export function grouped(orders: readonly ListedOrder[]): OrderGroup[] {
  const newest = orders.toSorted((one, other) => other.record.createdAt.localeCompare(one.record.createdAt));
  const groups = Map.groupBy(newest, ({ record }) => (isEnded(record) ? record.createdAt.slice(0, 7) : 'open'));
  const open = groups.get('open');
  groups.delete('open');
  return [...(open ? [['open', open] as const] : []), ...groups].map(([key, list]) => ({ key, orders: list }));
}
