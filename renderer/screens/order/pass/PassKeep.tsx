import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { Button } from '../../../components/Button.tsx';
import { LinkButton } from '../../../components/LinkButton.tsx';
import { useStores } from '../../../StoresContext.tsx';
import { exchangeText } from '../exchangeText.ts';
import { useHydrated } from '../../../useHydrated.ts';
import { useMoney } from '../useMoney.ts';

/**
 * The order pass (D3): saved by whoever holds it, opened by whoever does not. One button in every state, so that nothing
 * moves when the page learns what only this device knows.
 */
export const PassButton = observer(({ order }: { order: Order }) => {
  const { locale, dialogs, orderTokens } = useStores();
  const texts = useMoney();
  const isTakenOver = useHydrated();
  const token = isTakenOver ? orderTokens.get(order.orderId) : undefined;
  if (token === null) {
    return (
      <LinkButton size="small" wide href={locale.path('/order')}>
        <FormattedMessage id="pass.open" />
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
    <Button size="small" wide onClick={() => token !== undefined && open(token)}>
      <FormattedMessage id="pass.save" />
    </Button>
  );
});

/** What this device can do about the order, and what would be lost without the pass. */
export const PassNote = observer(({ order: { orderId } }: { order: Order }) => {
  const { order, orderTokens, orderHistory, notifications } = useStores();
  const isTakenOver = useHydrated();
  const token = isTakenOver ? orderTokens.get(orderId) : undefined;
  if (token === undefined) return <FormattedMessage id="pass.unsaved" />;
  if (token === null) return <FormattedMessage id="pass.look" />;
  if (orderTokens.isLent(orderId)) {
    const keep = () => {
      const isKept = orderTokens.keep(orderId, token);
      notifications.show({ kind: isKept ? 'success' : 'error', message: isKept ? 'pass.kept' : 'pass.notKept' });
    };
    return (
      <>
        <FormattedMessage id="pass.lent" />{' '}
        {orderHistory.isKept && (
          <Button variant="text" size="small" onClick={keep}>
            <FormattedMessage id="pass.keepHere" />
          </Button>
        )}
      </>
    );
  }
  // After the end there is nothing to decide, and to remind of the pass would only worry.
  if (order.isSettled) return null;
  return <FormattedMessage id={orderHistory.find(orderId)?.isPassSaved ? 'pass.saved' : 'pass.unsaved'} />;
});
