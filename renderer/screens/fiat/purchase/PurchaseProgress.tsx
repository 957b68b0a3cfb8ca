import { useIntl } from 'react-intl';
import type { OrderEventKind } from '../../../../contract/order.ts';
import type { PurchaseStage } from '../../../../contract/fiat/cardPurchase.ts';
import { ProgressRail, type ProgressStep } from '../../../components/feedback/ProgressRail.tsx';
import type { MessageId } from '../../../i18n/messages.ts';
import { LocalTime } from '../../order/LocalTime.tsx';
import type { PurchaseStepProps } from '../stages/purchaseStep.ts';

/** The current step of each stage. The steps before it are done. */
const STEP_OF_STAGE: Readonly<Record<PurchaseStage, { step: number; isOver?: true }>> = {
  AWAITING_PAYMENT: { step: 1 },
  AUTHORISING: { step: 2 },
  VERIFYING: { step: 2 },
  PAID: { step: 3 },
  DELIVERING: { step: 3 },
  DELIVERED: { step: 4 },
  DECLINED: { step: 2, isOver: true },
  CANCELLED: { step: 2, isOver: true },
  DELIVERY_FAILED: { step: 3, isOver: true },
  EXPIRED: { step: 1, isOver: true },
};

const STEPS = ['created', 'pay', 'confirm', 'receive'] as const;
type Step = (typeof STEPS)[number];

/** The title of each step in the states that it can have. */
const TITLES: Readonly<Record<Step, Partial<Record<ProgressStep['state'], MessageId>>>> = {
  created: { done: 'fiat.step.created.done' },
  pay: { now: 'fiat.step.pay.now', done: 'fiat.step.pay.done' },
  confirm: { todo: 'fiat.step.confirm.todo', now: 'fiat.step.confirm.now', done: 'fiat.step.confirm.done' },
  receive: { todo: 'fiat.step.receive.todo', now: 'fiat.step.receive.now', done: 'fiat.step.receive.done' },
};
/** The title of the step at which a purchase ended. */
const ENDS: Partial<Record<PurchaseStage, MessageId>> = {
  DECLINED: 'fiat.ended.DECLINED',
  CANCELLED: 'fiat.ended.CANCELLED',
  DELIVERY_FAILED: 'fiat.ended.DELIVERY_FAILED',
  EXPIRED: 'fiat.ended.EXPIRED',
};
const EVENTS: Partial<Record<Step, OrderEventKind>> = {
  pay: 'DEPOSIT_REGISTERED',
  confirm: 'INCOMING_FUNDS_DETECTED',
  receive: 'WITHDRAWAL_COMPLETED',
};

/** The four steps: created, paid, confirmed by the bank, sent. */
export function PurchaseProgress({ order, fiat }: PurchaseStepProps) {
  const { formatMessage } = useIntl();
  const { step: current, isOver } = STEP_OF_STAGE[fiat.stage];
  const stateAt = (index: number): ProgressStep['state'] => {
    if (index < current) return 'done';
    if (index > current) return 'todo';
    return isOver ? 'failed' : 'now';
  };
  return (
    <ProgressRail
      label={formatMessage({ id: 'order.progress' })}
      position={(step) => formatMessage({ id: 'order.progress.step' }, { step, steps: STEPS.length })}
      steps={STEPS.map((id, index) => {
        const state = stateAt(index);
        const event = order.orderEvents.find(({ kind }) => kind === EVENTS[id]);
        const at = id === 'created' ? order.createdAt : state === 'failed' ? fiat.stageSince : event?.createdAt;
        return {
          id,
          state,
          title: formatMessage({ id: (state === 'failed' ? ENDS[fiat.stage] : TITLES[id][state]) ?? 'fiat.step.pay.now' }),
          detail: state !== 'todo' && at !== undefined && <LocalTime at={at} />,
          stateLabel: formatMessage({ id: `order.step.${state}` }),
        };
      })}
    />
  );
}
