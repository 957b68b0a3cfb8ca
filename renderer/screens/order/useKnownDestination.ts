import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useStores } from '../../StoresContext.tsx';

/**
 * Goes on to an order that this device made or opened before, where the address of the page lacks the destination: a link
 * in a mail names the order and nothing more.
 */
export function useKnownDestination(orderId: string, isMissing: boolean): void {
  const { locale, orderHistory } = useStores();
  const navigate = useNavigate();
  useEffect(() => {
    if (!isMissing) return;
    if (orderHistory.records === null) orderHistory.load();
    const destinationAddress = orderHistory.find(orderId)?.destinationAddress;
    if (destinationAddress === undefined) return;
    const query = new URLSearchParams({ destinationAddress }).toString();
    void navigate(`${locale.path(`/order/${orderId}`)}?${query}`, { replace: true });
  }, [isMissing, locale, navigate, orderHistory, orderId]);
}
