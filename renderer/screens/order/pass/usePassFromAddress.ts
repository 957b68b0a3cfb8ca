import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { tokenOfFragment } from '../../../stores/order/orderPass.ts';
import { useStores } from '../../../StoresContext.tsx';

/**
 * Opens the pass that the address carries (D3) and takes it out of the address bar, where others could read or copy it. It
 * is lent to the tab, not kept: a link is opened on other people's devices too, and the order's card offers to keep it.
 */
export function usePassFromAddress(orderId: string | undefined): void {
  const { orderTokens, notifications } = useStores();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (orderId === undefined || !hash.startsWith('#pass=')) return;
    const token = tokenOfFragment(hash);
    if (token === null) notifications.show({ kind: 'error', message: 'pass.spoiled' });
    else if (!orderTokens.all(orderId).includes(token)) {
      orderTokens.lend(orderId, token);
      notifications.show({ kind: 'success', message: 'pass.opened' });
    }
    void navigate({ pathname, search }, { replace: true, preventScrollReset: true });
  }, [orderId, hash, pathname, search, orderTokens, notifications, navigate]);
}
