import type { MessageId } from '../../../i18n/messages.ts';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { readPass, type OrderPass } from '../../../stores/deviceOrders/orderPass.ts';
import { useStores } from '../../../StoresContext.tsx';

/**
 * Returns the function that reads a pass from the text of its file or its link, and keeps its token in this tab. It returns why
 * the text is no pass otherwise. A null text is an unreadable file.
 */
export function useStoredPass(): (text: string | null) => OrderPass | MessageId {
  const { orderTokens } = useStores(orderGroup);
  return (text) => {
    const pass = text === null ? null : readPass(text);
    if (!pass) return text === null ? 'file.unreadable' : text.trim() === '' ? 'pass.missing' : 'pass.notAPass';
    if (!orderTokens.all(pass.orderId).includes(pass.token)) orderTokens.storeForTab(pass.orderId, pass.token);
    return pass;
  };
}
