import type { CreateOrderInput } from '../../../contract/api/orders.ts';
import type { PairData } from '../../../contract/api/rates.ts';
import type { KeyValueStorage } from '../../../contract/platform.ts';

/** An order that is being made: what a reload of `/order/pending` needs to go on with it instead of making a second one. */
export interface OrderDraft {
  payload: CreateOrderInput;
  pair: PairData;
  /** Sent with every try, so that a lost answer makes no second order (D4). */
  idempotencyKey: string;
  orderToken: string;
}

const STORAGE_KEY = 'order-draft';

export function readDraft(storage: KeyValueStorage): OrderDraft | null {
  try {
    const stored: unknown = JSON.parse(storage.get(STORAGE_KEY) ?? 'null');
    return isDraft(stored) ? stored : null;
  } catch {
    return null;
  }
}

export function writeDraft(storage: KeyValueStorage, draft: OrderDraft): void {
  storage.set(STORAGE_KEY, JSON.stringify(draft));
}

export function removeDraft(storage: KeyValueStorage): void {
  storage.remove(STORAGE_KEY);
}

/** Written by this app in this tab; only a half-written or foreign value must not pass. */
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
