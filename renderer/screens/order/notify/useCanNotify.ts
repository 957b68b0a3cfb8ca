import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useHydrated } from '../../../useHydrated.ts';
import { ORDER_MAIL_FEATURE } from '../../../../contract/features.ts';

/** The id of the heading of the notifications. */
export const NOTIFY_TITLE = 'notify-title';

/** Returns which notifications about the order are possible; null: none. Call it in an observer. */
export function useCanNotify(): { byBrowser: boolean; byMail: boolean } | null {
  const { health, order, notify } = useStores(orderGroup);
  // The server does not know this device. It renders the most common state, so that the layout rarely changes.
  const isHydrated = useHydrated();
  const byMail = health.hasFeature(ORDER_MAIL_FEATURE);
  const byBrowser = !isHydrated || notify.isPossible;
  return order.isSettled || (!byMail && !byBrowser) ? null : { byBrowser, byMail };
}
