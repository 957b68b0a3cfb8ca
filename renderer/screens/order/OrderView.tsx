import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import type { Order } from '../../../contract/api/orders.ts';
import { Notice } from '../../components/feedback/Notice.tsx';
import { orderGroup } from '../../stores/order/orderGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { TextsFor } from '../../TextsFor.tsx';
import { AwaitedPart } from './placeholders/AwaitedPart.tsx';
import { ContactLink } from './ContactLink.tsx';
import { ExtraSection } from './extra/ExtraSection.tsx';
import { attentionMessage } from './stages/attentionMessage.ts';
import { concernedPayment } from './stages/concernedPayment.ts';
import { StayInformed } from './notify/StayInformed.tsx';
import { GuaranteeRefusal } from './guarantee/GuaranteeRefusal.tsx';
import { LoadingCard } from './placeholders/LoadingCard.tsx';
import { Late, Part } from '../../latePart.tsx';
import { LINKED_ORDERS, ORDER_DETAILS, ORDER_NOTICES } from './orderParts.ts';
import { orderDecimals } from '../../../contract/orderDecimals.ts';
import { CoinDecimalsContext } from './CoinDecimalsContext.ts';
import { OrderHead } from './OrderHead.tsx';
import { OrderProgress } from './stages/OrderProgress.tsx';
import { isFinished, stagePartOf } from './stages/stageParts.ts';
import styles from './order.module.css';

/** The order page: heading, progress, the card of the current stage, and the order's details beside it. A finished order is one card. */
export const OrderView = observer(({ order }: { order: Order }) => {
  const isOver = isFinished(order);
  return (
    <CoinDecimalsContext value={orderDecimals(order)}>
      {!isOver && (
        <>
          <OrderHead order={order} />
          <div className={styles['rail']}>
            <OrderProgress order={order} />
          </div>
        </>
      )}
      <div className={isOver ? styles['finished'] : styles['columns']}>
        <div className={styles['main']}>
          {useStores().health.notices.length > 0 && <Late part={ORDER_NOTICES} />}
          <AttentionNotice order={order} />
          <GuaranteeRefusal order={order} />
          <Stage order={order} />
          <Late part={LINKED_ORDERS} />
          <ExtraSection order={order} />
        </div>
        <StayInformed order={order} />
        {!isOver && (
          <aside className={styles['aside']}>
            <Late part={ORDER_DETAILS} />
          </aside>
        )}
      </div>
    </CoinDecimalsContext>
  );
});

/** What the host reports beyond the events (D6), with a link to support where only an operator can help. */
function AttentionNotice({ order }: { order: Order }) {
  const message = attentionMessage(order);
  if (message === null) return null;
  const isContact = order.attention?.actions.includes('CONTACT') === true;
  return (
    <Notice kind="warning" role="status" actions={isContact && <ContactLink orderId={order.orderId} />}>
      <FormattedMessage id={message} values={{ what: concernedPayment(order) }} />
    </Notice>
  );
}

const AWAITED_STAGE = (
  <AwaitedPart>
    <LoadingCard />
  </AwaitedPart>
);

const Stage = observer(({ order }: { order: Order }) => {
  // Never show an address to pay that the exchange did not sign.
  if (useStores(orderGroup).guarantee.isSendingRefused) return null;
  const part = stagePartOf(order);
  const card = <Part key={part.module} part={part} props={{ order }} fallback={AWAITED_STAGE} />;
  if (!isFinished(order)) return card;
  return (
    <TextsFor part="receipt" fallback={AWAITED_STAGE}>
      {card}
    </TextsFor>
  );
});
