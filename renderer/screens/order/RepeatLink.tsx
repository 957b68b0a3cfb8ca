import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { Order } from '../../../contract/api/orders.ts';
import { LinkButton } from '../../components/buttons/LinkButton.tsx';
import { writeRepeatedOrder } from '../../stores/order/repeatedOrder.ts';
import { readRequestedOrder } from '../../stores/order/requestedOrder.ts';
import { useStores } from '../../StoresContext.tsx';

interface RepeatLinkProps {
  order: Order;
  icon?: ReactNode;
  variant?: 'primary' | 'quiet';
  children: ReactNode;
}

/** The screen's next step: the form with the pair, amount, rate mode, addresses and memos of an order. */
export const RepeatLink = observer(({ order, icon, variant = 'primary', children }: RepeatLinkProps) => {
  const { locale, platform } = useStores();
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
  const fillIn = () => {
    const requested = readRequestedOrder(platform.sessionStorage, order.orderId);
    writeRepeatedOrder(platform.sessionStorage, order, requested?.refundAddress ?? '');
  };
  return (
    <LinkButton
      variant={variant}
      icon={icon}
      href={locale.path(`/exchange-${from.slug}-${to.slug}?amount=${order.claimedDepositAmount}`)}
      onClick={fillIn}
    >
      {children}
    </LinkButton>
  );
});
