import { useNavigate } from 'react-router-dom';
import type { MessageId } from '../../../i18n/messages.ts';
import { orderPath } from '../../../stores/deviceOrders/orderPass.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useStoredPass } from './useStoredPass.ts';

/** Returns the function that opens the order of a pass (D3). It returns why the text opens none; null if it does. */
export function useOpenPass(): (text: string | null) => MessageId | null {
  const { locale, notifications } = useStores();
  const store = useStoredPass();
  const navigate = useNavigate();
  return (text) => {
    const pass = store(text);
    if (typeof pass === 'string') return pass;
    const { orderId, destinationAddress } = pass;
    notifications.show({ kind: 'success', message: 'pass.opened' });
    void navigate(locale.path(orderPath({ orderId, destinationAddress })));
    return null;
  };
}
