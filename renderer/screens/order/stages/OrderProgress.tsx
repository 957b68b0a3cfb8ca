import { useIntl } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { isPositive } from '../../../../contract/money.ts';
import type { OrderEventKind } from '../../../../contract/order.ts';
import { ProgressRail, type ProgressStep } from '../../../components/feedback/ProgressRail.tsx';
import {
  canSendAgain,
  confirmationProgress,
  depositedAmount,
  isDepositReorged,
  orderStage,
  type OrderStage,
} from '../../../../contract/orderStage.ts';
import { hasLeft, isPaymentReorged } from './concernedPayment.ts';
import { LocalTime } from '../LocalTime.tsx';
import { useDuration } from '../../coins/useDuration.ts';
import { useMoney } from '../useMoney.ts';

type Step = Omit<ProgressStep, 'stateLabel'>;

/** The current step of each stage. The steps before it are done. */
export const STEP_OF_STAGE: Record<OrderStage, number> = {
  awaitingDeposit: 1,
  expired: 1,
  depositReorged: 1,
  partlyPaid: 1,
  depositSeen: 2,
  confirming: 2,
  processing: 2,
  decision: 2,
  payingOut: 3,
  refunding: 3,
  completed: 4,
  refunded: 4,
};

/** The four steps: created, deposit, confirmation, and payout or refund. Shows when a step was done or how long it takes. */
export function OrderProgress({ order }: { order: Order }) {
  const { formatMessage } = useIntl();
  const steps = useSteps(order);
  return (
    <ProgressRail
      label={formatMessage({ id: 'order.progress' })}
      position={(step) => formatMessage({ id: 'order.progress.step' }, { step, steps: steps.length })}
      steps={steps.map((step) => ({ ...step, stateLabel: formatMessage({ id: `order.step.${step.state}` }) }))}
    />
  );
}

/** Returns the title of the last step: to come, in preparation, or sent. */
function lastStep(stage: OrderStage, isNow: boolean, isSent: boolean) {
  const isRefund = stage === 'refunding' || stage === 'refunded';
  if (!isNow) return isRefund ? ('order.step.refund' as const) : ('order.step.payout' as const);
  if (!isSent) return isRefund ? ('order.step.preparingRefund' as const) : ('order.step.preparing' as const);
  return isRefund ? ('order.step.refunding' as const) : ('order.step.sending' as const);
}

/** True when the order cannot continue: no deposit arrived, or a reorg dropped it. */
function isStopped(order: Order): boolean {
  const stage = orderStage(order);
  return stage === 'expired' || (stage === 'depositReorged' && !canSendAgain(order)) || isPaymentReorged(order);
}

function stepOf(order: Order): number {
  const stage = orderStage(order);
  if (isPaymentReorged(order)) return STEP_OF_STAGE.depositReorged;
  const { have, need } = confirmationProgress(order);
  // A refund can be requested before the deposit is confirmed.
  return stage === 'refunding' && have < need ? STEP_OF_STAGE.confirming : STEP_OF_STAGE[stage];
}

function useSteps(order: Order): Step[] {
  const { formatMessage } = useIntl();
  const { money, figure } = useMoney();
  const duration = useDuration();
  const stage = orderStage(order);
  const { have, need } = confirmationProgress(order);
  const current = stepOf(order);
  const from = order.pair.instrumentFrom;
  const blockSeconds = from.network?.blockSeconds ?? 0;
  const stateAt = (index: number): Step['state'] => {
    if (index < current) return 'done';
    if (index > current) return 'todo';
    return isStopped(order) ? 'failed' : 'now';
  };
  const timeOf = (...kinds: OrderEventKind[]) => {
    const event = order.orderEvents.find(({ kind }) => kinds.some((wanted) => wanted === kind));
    return event && <LocalTime at={event.createdAt} />;
  };

  const deposited = (): Omit<Step, 'id' | 'state'> => {
    if (isDepositReorged(order) || isPaymentReorged(order)) return { title: formatMessage({ id: 'order.step.depositReorged' }) };
    if (stage === 'expired') return { title: formatMessage({ id: 'order.step.noDeposit' }) };
    if (current > 1) {
      return {
        title: formatMessage({ id: 'order.step.deposited' }),
        detail: timeOf('DEPOSIT_REGISTERED', 'INCOMING_FUNDS_DETECTED'),
      };
    }
    const have = depositedAmount(order);
    const amounts = { have: isPositive(have) ? figure(have, from) : '0', amount: money(order.claimedDepositAmount, from) };
    return { title: formatMessage({ id: 'order.step.waiting' }), detail: formatMessage({ id: 'order.step.ofAmount' }, amounts) };
  };
  const confirmed = (): Omit<Step, 'id' | 'state'> => {
    if (stage === 'decision') return { title: formatMessage({ id: 'order.step.decision' }) };
    // A refund may be chosen before the deposit has its confirmations.
    if (current > 2 && (stage === 'refunding' || stage === 'refunded')) {
      return { title: formatMessage({ id: 'order.step.refundChosen' }), detail: timeOf('REFUND_REQUESTED') };
    }
    if (current > 2) return { title: formatMessage({ id: 'order.step.confirmed' }), detail: timeOf('FUNDS_WITHDRAWAL_START') };
    const title = formatMessage({ id: 'order.step.confirming' });
    if (current === 2) {
      const fraction = need === 0 ? 1 : have / need;
      return { title, fraction, detail: formatMessage({ id: 'order.step.ofConfirmations' }, { have, need }) };
    }
    const confirmations = formatMessage({ id: 'order.step.confirmations' }, { count: need });
    const time = duration(need * blockSeconds);
    const isTimeKnown = blockSeconds > 0;
    return {
      title,
      detail: isTimeKnown ? formatMessage({ id: 'order.step.confirmationsTime' }, { confirmations, time }) : confirmations,
    };
  };
  return [
    {
      id: 'created',
      state: stateAt(0),
      title: formatMessage({ id: 'order.step.created' }),
      detail: <LocalTime at={order.createdAt} />,
    },
    { id: 'deposit', state: stateAt(1), ...deposited() },
    { id: 'confirming', state: stateAt(2), ...confirmed() },
    {
      id: 'payout',
      state: stateAt(3),
      title: formatMessage({ id: lastStep(stage, current === STEP_OF_STAGE.payingOut, hasLeft(order)) }),
      detail: timeOf('WITHDRAWAL_COMPLETED', 'REFUND_COMPLETED'),
    },
  ];
}
