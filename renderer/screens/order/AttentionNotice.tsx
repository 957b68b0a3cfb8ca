import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import type { Order } from '../../../contract/api/orders.ts';
import type { OrderAttention } from '../../../contract/order.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { Notice } from '../../components/Notice.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { useStores } from '../../StoresContext.tsx';
import { networkName } from './InstrumentLogo.tsx';

const MESSAGES: Partial<Record<OrderAttention['reason'], MessageId>> = {
  PAYOUT_HELD: 'order.payout.held',
  PAYOUT_DELAYED: 'order.payout.delayed',
  EXTRA_DEPOSIT: 'order.extraDeposit',
};

/** What the host says beyond the events (D6) and asks nothing about: a hold, a delay, an extra payment. */
export const AttentionNotice = observer(({ order }: { order: Order }) => {
  const { locale } = useStores();
  const message = order.attention ? MESSAGES[order.attention.reason] : undefined;
  if (!message) return null;
  const isContact = order.attention?.actions.includes('CONTACT') ?? false;
  return (
    <Notice
      kind="warning"
      role="status"
      actions={
        isContact && (
          <LinkButton size="small" href={locale.path(`/support?order=${order.orderId}`)}>
            <FormattedMessage id="order.keep.supportLink" />
          </LinkButton>
        )
      }
    >
      <FormattedMessage id={message} values={{ network: networkName(order.pair.instrumentTo) }} />
    </Notice>
  );
});
