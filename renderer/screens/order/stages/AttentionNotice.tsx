import { FormattedMessage } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { Notice } from '../../../components/Notice.tsx';
import { attentionMessage } from './attentionMessage.ts';
import { concernedPayment } from './concernedPayment.ts';
import { ContactLink } from '../ContactLink.tsx';

/** What the host says beyond the events (D6), and the way to a person where only a person can help. */
export function AttentionNotice({ order }: { order: Order }) {
  const message = attentionMessage(order);
  if (message === null) return null;
  const isContact = order.attention?.actions.includes('CONTACT') === true;
  return (
    <Notice kind="warning" role="status" actions={isContact && <ContactLink orderId={order.orderId} />}>
      <FormattedMessage id={message} values={{ what: concernedPayment(order) }} />
    </Notice>
  );
}
