import type { RequestedOrder } from '../../../contract/signedDocuments/guarantee.ts';
import type { KeyValueStorage } from '../../../contract/platform.ts';
import { readStored } from '../storedJson.ts';

const STORAGE_KEY = 'order-requested';

/** Stores the requested order for this tab. Only the last one is stored. */
export function writeRequestedOrder(storage: KeyValueStorage, orderId: string, requested: RequestedOrder): void {
  const { rateMode, destinationAddress, destinationAddressMemo, refundAddress, refundAddressMemo, claimedDepositAmount } =
    requested;
  const stored = {
    rateMode,
    destinationAddress,
    destinationAddressMemo,
    refundAddress,
    refundAddressMemo,
    claimedDepositAmount,
    orderTokenHash: requested.orderTokenHash ?? null,
    instrumentFrom: { slug: requested.instrumentFrom.slug },
    instrumentTo: { slug: requested.instrumentTo.slug },
  };
  storage.set(STORAGE_KEY, JSON.stringify({ orderId, requested: stored }));
}

/** Returns null when this tab did not create the order, or created another one since. */
export function readRequestedOrder(storage: KeyValueStorage, orderId: string): RequestedOrder | null {
  const stored = readStored(storage, STORAGE_KEY);
  return isStored(stored) && stored.orderId === orderId ? stored.requested : null;
}

/** Rejects incomplete and foreign values. This app is the only writer. */
function isStored(value: unknown): value is { orderId: string; requested: RequestedOrder } {
  return typeof value === 'object' && value !== null && 'orderId' in value && 'requested' in value;
}
