import { FormattedMessage } from 'react-intl';
import type { Withdrawal } from '../../../contract/api/withdrawals.ts';
import { StatusChip, type StatusChipProps } from '../../components/feedback/StatusChip.tsx';
import { LocalTime } from '../order/LocalTime.tsx';

const TONES: Record<Withdrawal['state'], StatusChipProps['tone']> = {
  WAITING: 'active',
  HELD: 'active',
  SENDING: 'active',
  SENT: 'done',
  FAILED: 'urgent',
  CANCELLED: 'ended',
};

/** What a withdrawal is doing. */
export function WithdrawalChip({ withdrawal: { state, waitUntil } }: { withdrawal: Pick<Withdrawal, 'state' | 'waitUntil'> }) {
  return (
    <StatusChip tone={TONES[state]}>
      <FormattedMessage id={`withdrawal.${state}`} values={{ time: waitUntil && <LocalTime at={waitUntil} /> }} />
    </StatusChip>
  );
}
