import { FormattedMessage } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { Notice, type NoticeKind } from '../../../components/feedback/Notice.tsx';
import type { MessageId } from '../../../i18n/messages.ts';
import { ContactLink } from '../ContactLink.tsx';

type State = NonNullable<Order['claims']>[number]['state'];

const MESSAGES: Record<State, { message: MessageId; kind: NoticeKind; needsSupport: boolean }> = {
  HELD: { message: 'claim.state.held', kind: 'warning', needsSupport: true },
  ATTRIBUTED: { message: 'claim.state.attributed', kind: 'success', needsSupport: false },
  REJECTED: { message: 'claim.state.rejected', kind: 'warning', needsSupport: true },
};

/** The result of each claim for the order (D6), in every stage. */
export function ClaimStates({ order }: { order: Order }) {
  return order.claims?.map(({ txHash, state }) => {
    // A newer host may publish another state.
    if (!Object.hasOwn(MESSAGES, state)) return null;
    const { message, kind, needsSupport } = MESSAGES[state];
    return (
      <Notice key={txHash} kind={kind} role="status" actions={needsSupport && <ContactLink orderId={order.orderId} />}>
        <FormattedMessage
          id={message}
          values={{
            hash: (
              <span className="mono" translate="no">
                {txHash}
              </span>
            ),
          }}
        />
      </Notice>
    );
  });
}
