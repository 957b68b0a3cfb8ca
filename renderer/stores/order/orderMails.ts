import type { KeyValueStorage } from '../../../contract/platform.ts';
import { keepsOrders } from './orderRecords.ts';

/** That news of an order go to an address, as the device that confirmed it remembers. */
export interface OrderMailRecord {
  orderId: string;
  email: string;
  /** Ends the mails. */
  unsubscribeToken: string;
}

const STORAGE_KEY = 'order-mails';
/** More than anybody has open; the oldest go first. */
const MOST_KEPT = 50;

export function findOrderMail(storage: KeyValueStorage, orderId: string): OrderMailRecord | null {
  return read(storage).find((record) => record.orderId === orderId) ?? null;
}

/** Remembers it, where the customer has orders kept on this device at all. */
export function keepOrderMail(storage: KeyValueStorage, record: OrderMailRecord): void {
  if (!keepsOrders(storage)) return;
  write(storage, [...read(storage).filter(({ orderId }) => orderId !== record.orderId), record].slice(-MOST_KEPT));
}

/** Forgets one, or all. The mails go on. */
export function forgetOrderMails(storage: KeyValueStorage, orderId?: string): void {
  write(storage, orderId === undefined ? [] : read(storage).filter((record) => record.orderId !== orderId));
}

/** Forgets the one whose mails were ended by its token. */
export function forgetEndedMails(storage: KeyValueStorage, unsubscribeToken: string): void {
  write(
    storage,
    read(storage).filter((record) => record.unsubscribeToken !== unsubscribeToken),
  );
}

function write(storage: KeyValueStorage, records: readonly OrderMailRecord[]): void {
  if (records.length === 0) storage.remove(STORAGE_KEY);
  else storage.set(STORAGE_KEY, JSON.stringify(records));
}

function read(storage: KeyValueStorage): OrderMailRecord[] {
  try {
    const stored: unknown = JSON.parse(storage.get(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecord) : [];
  } catch {
    return [];
  }
}

function isRecord(entry: unknown): entry is OrderMailRecord {
  if (typeof entry !== 'object' || entry === null) return false;
  const { orderId, email, unsubscribeToken } = entry as Partial<Record<keyof OrderMailRecord, unknown>>;
  return [orderId, email, unsubscribeToken].every((part) => typeof part === 'string');
}
