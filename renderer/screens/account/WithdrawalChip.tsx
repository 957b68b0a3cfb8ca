import { FormattedMessage } from 'react-intl';
import type { Withdrawal } from '../../../contract/api/withdrawals.ts';
import { StatusChip, type StatusChipProps } from '../../components/feedback/StatusChip.tsx';
import { LocalTime } from '../order/LocalTime.tsx';

const TONES: Record<Withdrawal['state'], StatusChipProps['tone']> = {
  WAITING: 'active',
  HELD: 'active',
  DELAYED: 'active',
  SENDING: 'active',
  SENT: 'done',
  FAILED: 'urgent',
  CANCELLED: 'ended',
};

/** What a withdrawal is doing, and why it is delayed. */
export function WithdrawalChip({ withdrawal: { state, delay, waitUntil } }: { withdrawal: Withdrawal }) {
  return (
    <StatusChip tone={TONES[state]} detail={delay && <FormattedMessage id={`withdraw.delay.${delay}`} />}>
      <FormattedMessage id={`withdrawal.${state}`} values={{ time: waitUntil && <LocalTime at={waitUntil} /> }} />
    </StatusChip>
  );
}
