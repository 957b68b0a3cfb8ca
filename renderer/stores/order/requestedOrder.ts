import type { RequestedOrder } from '../../../contract/guarantee.ts';
import type { KeyValueStorage } from '../../../contract/platform.ts';

const STORAGE_KEY = 'order-asked';

/** Keeps what the last order of this tab was asked to be; it goes with the tab. */
export function writeRequestedOrder(storage: KeyValueStorage, orderId: string, asked: RequestedOrder): void {
  const { rateMode, destinationAddress, destinationAddressMemo, refundAddress, refundAddressMemo, claimedDepositAmount } = asked;
  const kept = {
    rateMode,
    destinationAddress,
    destinationAddressMemo,
    refundAddress,
    refundAddressMemo,
    claimedDepositAmount,
    instrumentFrom: { slug: asked.instrumentFrom.slug },
    instrumentTo: { slug: asked.instrumentTo.slug },
  };
  storage.set(STORAGE_KEY, JSON.stringify({ orderId, asked: kept }));
}

/** null where this tab did not make the order, or made another one since. */
export function readRequestedOrder(storage: KeyValueStorage, orderId: string): RequestedOrder | null {
  try {
    const stored: unknown = JSON.parse(storage.get(STORAGE_KEY) ?? 'null');
    return isStored(stored) && stored.orderId === orderId ? stored.asked : null;
  } catch {
    return null;
  }
}

/** Written by this app in this tab; only a half-written or foreign value must not pass. */
function isStored(value: unknown): value is { orderId: string; asked: RequestedOrder } {
  return typeof value === 'object' && value !== null && 'orderId' in value && 'asked' in value;
}
