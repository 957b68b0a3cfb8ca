import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import type { PurchaseStage } from '../../../../contract/fiat/cardPurchase.ts';
import { Countdown } from '../../../components/feedback/Countdown.tsx';
import { PageHeading } from '../../../components/layout/PageHeading.tsx';
import { cardTermsGroup } from '../../../stores/fiat/cardTermsGroup.ts';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { OrderLine } from '../../order/OrderHead.tsx';
import order from '../../order/order.module.css';
import { titleOf } from '../../order/stages/orderTitle.ts';
import { useEverySecond } from '../../order/useEverySecond.ts';
import { AuthorisingStep } from '../stages/AuthorisingStep.tsx';
import { AwaitingPaymentStep } from '../stages/AwaitingPaymentStep.tsx';
import { CancelledStep } from '../stages/CancelledStep.tsx';
import { DeclinedStep } from '../stages/DeclinedStep.tsx';
import { DeliveredStep } from '../stages/DeliveredStep.tsx';
import { DeliveringStep } from '../stages/DeliveringStep.tsx';
import { DeliveryFailedStep } from '../stages/DeliveryFailedStep.tsx';
import { ExpiredStep } from '../stages/ExpiredStep.tsx';
import { PaidStep } from '../stages/PaidStep.tsx';
import type { PurchaseStepProps } from '../stages/purchaseStep.ts';
import { VerifyingStep } from '../stages/VerifyingStep.tsx';
import { PurchaseDetails } from './PurchaseDetails.tsx';
import { PurchaseProgress } from './PurchaseProgress.tsx';
import { PurchaseSupport } from './PurchaseSupport.tsx';

const STEPS: Readonly<Record<PurchaseStage, (props: PurchaseStepProps) => React.ReactNode>> = {
  AWAITING_PAYMENT: AwaitingPaymentStep,
  AUTHORISING: AuthorisingStep,
  VERIFYING: VerifyingStep,
  PAID: PaidStep,
  DELIVERING: DeliveringStep,
  DELIVERED: DeliveredStep,
  DECLINED: DeclinedStep,
  CANCELLED: CancelledStep,
  DELIVERY_FAILED: DeliveryFailedStep,
  EXPIRED: ExpiredStep,
};

/** The page of a card purchase: heading, progress, the card of its stage, and its amounts beside it. */
export const PurchasePage = observer(({ order: purchase }: { order: Order }) => {
  const intl = useIntl();
  const { cardTerms, locale, guarantee } = useStores(orderGroup, cardTermsGroup);
  useEffect(() => {
    if (!cardTerms.terms) void cardTerms.load();
  }, [cardTerms]);
  const { fiat } = purchase;
  if (!fiat) return null;
  const Step = STEPS[fiat.stage];
  return (
    <>
      <PageHeading
        title={titleOf(purchase, guarantee, intl, locale.code)}
        lead={<OrderLine order={purchase} kind={<FormattedMessage id="fiat.kind" />} />}
        aside={<TimeLeft deadline={fiat.deadline} stage={fiat.stage} />}
      />
      <div className={order['rail']}>
        <PurchaseProgress order={purchase} fiat={fiat} />
      </div>
      <div className={order['columns']}>
        <div className={order['main']}>
          <Step key={fiat.stage} order={purchase} fiat={fiat} />
        </div>
        <aside className={order['aside']}>
          <PurchaseDetails order={purchase} fiat={fiat} />
          <PurchaseSupport order={purchase} fiat={fiat} />
        </aside>
      </div>
    </>
  );
});

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** The time left to pay, or to verify, by the host's clock. */
const TimeLeft = observer(({ deadline, stage }: { deadline: string | null; stage: PurchaseStage }) => {
  useEverySecond();
  const { formatMessage } = useIntl();
  const { order: store } = useStores(orderGroup);
  if (deadline === null) return null;
  const announce = (leftMs: number) =>
    leftMs > 0 && leftMs < MINUTE
      ? formatMessage({ id: 'order.secondsLeft' }, { seconds: leftMs / SECOND })
      : formatMessage({ id: 'order.timeLeft' }, { minutes: Math.round(leftMs / MINUTE) });
  return (
    <Countdown
      remainingMs={Date.parse(deadline) - store.serverNow()}
      label={formatMessage({ id: stage === 'VERIFYING' ? 'fiat.timeToVerify' : 'fiat.timeToPay' })}
      announce={announce}
    />
  );
});
