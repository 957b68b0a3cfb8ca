import type { KeyValueStorage, Platform } from '../../../contract/platform.ts';
import { storesOrders } from './orderRecords.ts';
import { readStoredList } from '../storedJson.ts';

/** An e-mail subscription to an order, stored on the device that confirmed it. */
export interface OrderMailRecord {
  orderId: string;
  email: string;
  /** Unsubscribes. */
  unsubscribeToken: string;
}

const STORAGE_KEY = 'order-mails';
/** Maximum number of records. The oldest are dropped. */
const MAX_RECORDS = 50;

export function findOrderMail(storage: KeyValueStorage, orderId: string): OrderMailRecord | null {
  return read(storage).find((record) => record.orderId === orderId) ?? null;
}

/** Stores a record, unless the customer disabled storing orders on this device. */
export function saveOrderMail(storage: KeyValueStorage, record: OrderMailRecord): void {
  if (!storesOrders(storage)) return;
  write(storage, [...read(storage).filter(({ orderId }) => orderId !== record.orderId), record].slice(-MAX_RECORDS));
}

/** Deletes the record of one order, or all records. The mails continue. */
export function deleteOrderMails(storage: KeyValueStorage, orderId?: string): void {
  write(storage, orderId === undefined ? [] : read(storage).filter((record) => record.orderId !== orderId));
}

/** Deletes the record whose token was used to unsubscribe. */
export function deleteOrderMailByToken(storage: KeyValueStorage, unsubscribeToken: string): void {
  write(
    storage,
    read(storage).filter((record) => record.unsubscribeToken !== unsubscribeToken),
  );
}

/** Ends the e-mails about an order with the token of a link, also on this device. Rejects with an ApiError. */
export async function unsubscribe({ transport, storage }: Platform, token: string): Promise<void> {
  await transport.call('orders.endNotifications', { token });
  deleteOrderMailByToken(storage, token);
}

function write(storage: KeyValueStorage, records: readonly OrderMailRecord[]): void {
  if (records.length === 0) storage.remove(STORAGE_KEY);
  else storage.set(STORAGE_KEY, JSON.stringify(records));
}

const read = (storage: KeyValueStorage): OrderMailRecord[] => readStoredList(storage, STORAGE_KEY, isRecord);

function isRecord(entry: unknown): entry is OrderMailRecord {
  if (typeof entry !== 'object' || entry === null) return false;
  const { orderId, email, unsubscribeToken } = entry as Partial<Record<keyof OrderMailRecord, unknown>>;
  return [orderId, email, unsubscribeToken].every((part) => typeof part === 'string');
}
