import { observer } from 'mobx-react-lite';
import type { Order } from '../../../../contract/api/orders.ts';
import { orderStage } from '../../../../contract/orderStage.ts';
import { ConfirmingStep } from './ConfirmingStep.tsx';
import { ExpiredStep } from './ExpiredStep.tsx';
import { PayoutStep } from './PayoutStep.tsx';
import { RefundDecimals } from '../RefundDecimals.tsx';
import { RefundStep } from './RefundStep.tsx';

/** The card of an order that neither asks to send nor asks for a decision: confirming, payout, refund, or expired. */
export const AfterSendStep = observer(({ order }: { order: Order }) => {
  switch (orderStage(order)) {
    case 'depositSeen':
    case 'confirming':
    case 'processing':
      return <ConfirmingStep order={order} />;
    case 'payingOut':
      return <PayoutStep order={order} />;
    case 'refunding':
      return (
        <RefundDecimals order={order}>
          <RefundStep order={order} />
        </RefundDecimals>
      );
    default:
      return <ExpiredStep order={order} />;
  }
});
