import { observer } from 'mobx-react-lite';
import type { Order } from '../../../contract/api/orders.ts';
import { canSendAgain, orderStage } from '../../stores/order/orderStage.ts';
import { useStores } from '../../StoresContext.tsx';
import { AttentionNotice } from './stages/AttentionNotice.tsx';
import { Besides } from './extra/ExtraSection.tsx';
import { CompletedStep } from './stages/CompletedStep.tsx';
import { ConfirmingStep } from './stages/ConfirmingStep.tsx';
import { DecisionStep } from './decision/DecisionStep.tsx';
import { ExpiredStep } from './stages/ExpiredStep.tsx';
import { Notify } from './notify/Notify.tsx';
import { GuaranteeCard } from './guarantee/GuaranteeNote.tsx';
import { GuaranteeRefusal } from './guarantee/GuaranteeRefusal.tsx';
import { OrderDetails } from './OrderDetails.tsx';
import { OrderHead } from './OrderHead.tsx';
import { OrderKeep } from './pass/OrderKeep.tsx';
import { OrderProgress } from './stages/OrderProgress.tsx';
import { PayoutStep } from './stages/PayoutStep.tsx';
import { RefundStep } from './stages/RefundStep.tsx';
import { SendStep } from './stages/SendStep.tsx';
import styles from './order.module.css';

/** Heading, progress, the part that the order's stage asks for, and beside it what does not change. */
export const OrderView = observer(({ order }: { order: Order }) => (
  <>
    <OrderHead order={order} />
    <div className={styles['rail']}>
      <OrderProgress order={order} />
    </div>
    <div className={styles['columns']}>
      <div className={styles['main']}>
        <AttentionNotice order={order} />
        <GuaranteeRefusal order={order} />
        <Stage order={order} />
        <Besides order={order} />
      </div>
      <aside className={styles['aside']}>
        <OrderDetails order={order} />
        <GuaranteeCard />
        <Notify order={order} />
        <OrderKeep order={order} />
      </aside>
    </div>
  </>
));

const Stage = observer(({ order }: { order: Order }) => {
  // What was not signed is not shown to be paid.
  if (useStores().guarantee.isSendingRefused) return null;
  switch (orderStage(order)) {
    case 'awaitingDeposit':
    case 'partlyPaid':
      return <SendStep order={order} />;
    case 'depositSeen':
    case 'confirming':
    case 'processing':
      return <ConfirmingStep order={order} />;
    case 'decision':
      return <DecisionStep order={order} />;
    case 'payingOut':
      return <PayoutStep order={order} />;
    case 'completed':
      return <CompletedStep order={order} />;
    case 'refunding':
    case 'refunded':
      return <RefundStep order={order} />;
    case 'depositReorged':
      return canSendAgain(order) ? <SendStep order={order} /> : <ExpiredStep order={order} />;
    case 'expired':
      return <ExpiredStep order={order} />;
  }
});
