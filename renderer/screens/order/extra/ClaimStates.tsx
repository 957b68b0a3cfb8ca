import { FormattedMessage } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { Notice, type NoticeKind } from '../../../components/Notice.tsx';
import type { MessageId } from '../../../i18n/messages.ts';
import { ContactLink } from '../ContactLink.tsx';

type State = NonNullable<Order['claims']>[number]['state'];

const WORDS: Record<State, { message: MessageId; kind: NoticeKind; isForPerson: boolean }> = {
  HELD: { message: 'claim.state.held', kind: 'warning', isForPerson: true },
  ATTRIBUTED: { message: 'claim.state.attributed', kind: 'success', isForPerson: false },
  REJECTED: { message: 'claim.state.rejected', kind: 'warning', isForPerson: true },
};

/** What became of each payment that was claimed for the order (D6), whatever the order itself is about at this moment. */
export function ClaimStates({ order }: { order: Order }) {
  return order.claims?.map(({ txHash, state }) => {
    // Of a newer host.
    if (!Object.hasOwn(WORDS, state)) return null;
    const { message, kind, isForPerson } = WORDS[state];
    return (
      <Notice key={txHash} kind={kind} role="status" actions={isForPerson && <ContactLink orderId={order.orderId} />}>
        <FormattedMessage id={message} values={{ hash: <span className="mono">{txHash}</span> }} />
      </Notice>
    );
  });
}
