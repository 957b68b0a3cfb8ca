import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { StatusChip, type StatusChipProps } from '../../components/feedback/StatusChip.tsx';
import type { OrderRecord } from '../../stores/deviceOrders/orderRecords.ts';
import { LocalTime } from '../order/LocalTime.tsx';
import { recordedCoin, useMoney } from '../order/useMoney.ts';
import { useNow } from '../shell/useNow.ts';

const TONES: Partial<Record<OrderRecord['stage'], StatusChipProps['tone']>> = {
  decision: 'urgent',
  depositReorged: 'urgent',
  completed: 'done',
  refunded: 'ended',
  expired: 'ended',
};

/** The state of an order of the list, with what the customer has to do and until when. */
export function OrderState({ record }: { record: OrderRecord }) {
  const { stage, hasExtra, purchase } = record;
  const isAsked = purchase === 'AWAITING_PAYMENT' || purchase === 'VERIFYING';
  return (
    <StatusChip tone={hasExtra || isAsked ? 'urgent' : (TONES[stage] ?? 'active')} detail={<Detail record={record} />}>
      <FormattedMessage id={purchase ? `history.purchase.${purchase}` : `history.stage.${stage}`} />
    </StatusChip>
  );
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** What the customer is asked to do and until when, or why the order ended. */
function Detail({ record }: { record: OrderRecord }): ReactNode {
  const now = useNow(MINUTE_MS);
  const { money } = useMoney();
  const { stage, hasExtra, dueAt, amountToSend, from, purchase } = record;
  if (hasExtra) return <FormattedMessage id="order.extra.title" />;
  if (stage === 'expired' && !purchase) return <FormattedMessage id="history.nothingArrived" />;
  if (!dueAt) return null;
  const left = Date.parse(dueAt) - now;
  if (left <= 0) return amountToSend ? <FormattedMessage id="history.sendOver" /> : null;
  const time = <LocalTime at={dueAt} format={left < DAY_MS / 2 ? 'time' : 'dateTime'} />;
  if (!amountToSend) return <FormattedMessage id="history.decideBy" values={{ time }} />;
  const amount = money(amountToSend, recordedCoin(from));
  return <FormattedMessage id={stage === 'partlyPaid' ? 'history.sendRestBy' : 'history.sendBy'} values={{ amount, time }} />;
}
