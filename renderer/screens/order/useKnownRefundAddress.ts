import { readRequestedOrder } from '../../stores/order/requestedOrder.ts';
import { useStores } from '../../StoresContext.tsx';
import { useHydrated } from '../../useHydrated.ts';

/** Returns a refund address: complete in the tab in which it was entered, else as the host masks it (D3). */
export function useKnownRefundAddress(orderId: string, published: string | null): string | null {
  const { platform } = useStores();
  const isHydrated = useHydrated();
  if (published === null || !isHydrated) return published;
  const entered = readRequestedOrder(platform.sessionStorage, orderId)?.refundAddress;
  // The customer may have chosen another one since.
  const [start = '', end = ''] = published.split('•••');
  return entered?.startsWith(start) && entered.endsWith(end) ? entered : published;
}
