import { useNavigate } from 'react-router-dom';
import type { MessageId } from '../../../i18n/messages.ts';
import { addOrderStores } from '../../../stores/order/createOrderStores.ts';
import { orderPath, readPass } from '../../../stores/order/orderPass.ts';
import { useStores } from '../../../StoresContext.tsx';

/**
 * Returns the function that opens the order of a pass (D3), given the text of its file or its link. It returns why the text
 * opens none; null if it does. A null text is an unreadable file.
 */
export function useOpenPass(): (text: string | null) => MessageId | null {
  const stores = useStores();
  const navigate = useNavigate();
  return (text) => {
    const pass = text === null ? null : readPass(text);
    if (!pass) return text === null ? 'file.unreadable' : text.trim() === '' ? 'pass.missing' : 'pass.notAPass';
    const { orderId, token, destinationAddress } = pass;
    const { orderTokens } = addOrderStores(stores);
    if (!orderTokens.all(orderId).includes(token)) orderTokens.storeForTab(orderId, token);
    stores.notifications.show({ kind: 'success', message: 'pass.opened' });
    void navigate(stores.locale.path(orderPath({ orderId, destinationAddress })));
    return null;
  };
}
