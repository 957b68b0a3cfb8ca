import type { CreateOrderInput } from '../../../contract/api/orders.ts';
import type { PairData } from '../../../contract/api/rates.ts';
import type { KeyValueStorage } from '../../../contract/platform.ts';
import { readStored } from '../storedJson.ts';

/** An order that is being created. A reload of `/order/pending` continues it instead of creating a second order. */
export interface OrderDraft {
  payload: CreateOrderInput;
  pair: PairData;
  /** Sent with every attempt, so that a lost response causes no second order (D4). */
  idempotencyKey: string;
  orderToken: string;
}

const STORAGE_KEY = 'order-draft';

export function readDraft(storage: KeyValueStorage): OrderDraft | null {
  const stored = readStored(storage, STORAGE_KEY);
  return isDraft(stored) ? stored : null;
}

export function writeDraft(storage: KeyValueStorage, draft: OrderDraft): void {
  storage.set(STORAGE_KEY, JSON.stringify(draft));
}

export function removeDraft(storage: KeyValueStorage): void {
  storage.remove(STORAGE_KEY);
}

/** Rejects incomplete and foreign values. This app is the only writer. */
function isDraft(value: unknown): value is OrderDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'payload' in value &&
    'pair' in value &&
    'idempotencyKey' in value &&
    'orderToken' in value
  );
}
