import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import type { Withdrawal } from '../../../contract/api/withdrawals.ts';
import { StatusChip, type StatusChipProps } from '../../components/feedback/StatusChip.tsx';
import { formatAmount } from '../../../contract/formatAmount.ts';
import { useStores } from '../../StoresContext.tsx';
import { LocalTime } from '../order/LocalTime.tsx';
import { USDT_DECIMALS } from './Usdt.tsx';

const TONES: Record<Withdrawal['state'], StatusChipProps['tone']> = {
  WAITING: 'active',
  HELD: 'active',
  DELAYED: 'active',
  SENDING: 'active',
  SENT: 'done',
  FAILED: 'urgent',
  CANCELLED: 'ended',
};

function questionText(arrives: string, delay: Withdrawal['delay']) {
  if (delay === 'RESTORED') return arrives === '0' ? 'withdraw.restoredStop' : 'withdraw.restored';
  return arrives === '0' ? 'withdraw.questionStop' : 'withdraw.question';
}

/** What a withdrawal is doing, why it is delayed, and what the customer is asked. */
export const WithdrawalChip = observer(({ withdrawal: { state, delay, question, waitUntil } }: { withdrawal: Withdrawal }) => {
  const { locale } = useStores();
  const usdt = (value: string) => formatAmount(value, locale.code, USDT_DECIMALS);
  const detail = question ? (
    <FormattedMessage
      id={questionText(question.arrives, delay)}
      values={{
        fee: usdt(question.networkFee),
        arrives: usdt(question.arrives),
        time: question.answerUntil && <LocalTime at={question.answerUntil} format="dateTime" />,
      }}
    />
  ) : (
    delay && <FormattedMessage id={`withdraw.delay.${delay}`} />
  );
  return (
    <StatusChip tone={question ? 'urgent' : TONES[state]} detail={detail}>
      <FormattedMessage id={`withdrawal.${state}`} values={{ time: waitUntil && <LocalTime at={waitUntil} /> }} />
    </StatusChip>
  );
});
