import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { LinkButton } from '../../../components/buttons/LinkButton.tsx';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { exchangeText } from '../exchangeText.ts';
import { useHydrated } from '../../../useHydrated.ts';
import { useMoney } from '../useMoney.ts';

/**
 * Saves the order pass, or opens one when this browser has none (D3). Every state shows exactly one button, so the layout does
 * not change after hydration.
 */
export const PassButton = observer(({ order }: { order: Order }) => {
  const { locale, dialogs, accountOrders, orderTokens } = useStores(orderGroup);
  const { formatMessage } = useIntl();
  const texts = useMoney();
  const isHydrated = useHydrated();
  const token = isHydrated ? orderTokens.get(order.orderId) : undefined;
  if (token === null) {
    const isOwn = accountOrders.isOwn(order.orderId);
    return (
      <LinkButton
        size="small"
        href={locale.path(isOwn ? '/profile/history' : '/order')}
        aria-label={formatMessage({ id: isOwn ? 'pass.accountOrders' : 'pass.open' })}
      >
        <FormattedMessage id={isOwn ? 'pass.accountOrders' : 'pass.openShort'} />
      </LinkButton>
    );
  }
  const { orderId, destinationAddress, createdAt } = order;
  const open = (secret: string) =>
    dialogs.open({
      name: 'orderPass',
      data: { orderId, destinationAddress, token: secret, createdAt, exchange: exchangeText(order, texts.money) },
    });
  return (
    <Button size="small" aria-label={formatMessage({ id: 'pass.save' })} onClick={() => token !== undefined && open(token)}>
      <FormattedMessage id="pass.saveShort" />
    </Button>
  );
});

/** Says what this device can do for the order, and what the customer loses without the pass. */
export const PassNote = observer(({ order: { orderId } }: { order: Order }) => {
  const { accountOrders, orderTokens, deviceOrders, notifications } = useStores(orderGroup);
  const isHydrated = useHydrated();
  const token = isHydrated ? orderTokens.get(orderId) : undefined;
  if (token === undefined) return <FormattedMessage id="pass.unsaved" />;
  if (accountOrders.isOwn(orderId)) return <FormattedMessage id="pass.own" />;
  if (token === null) return <FormattedMessage id="pass.readOnly" />;
  if (orderTokens.isPageOnly(orderId)) return <FormattedMessage id="pass.pageOnly" />;
  if (orderTokens.isTabOnly(orderId)) {
    const storeHere = () => {
      const isStored = orderTokens.store(orderId, token);
      notifications.show({ kind: isStored ? 'success' : 'error', message: isStored ? 'pass.stored' : 'pass.notStored' });
    };
    return (
      <>
        <FormattedMessage id="pass.tabOnly" />{' '}
        {deviceOrders.isStored && (
          <Button variant="text" size="small" onClick={storeHere}>
            <FormattedMessage id="pass.storeHere" />
          </Button>
        )}
      </>
    );
  }
  return <FormattedMessage id={deviceOrders.find(orderId)?.isPassSaved ? 'pass.saved' : 'pass.unsaved'} />;
});
