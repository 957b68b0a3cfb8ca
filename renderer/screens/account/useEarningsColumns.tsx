import { useIntl } from 'react-intl';
import { formatAmount, mostDecimals } from '../../../contract/formatAmount.ts';
import type { DataColumn } from '../../components/data/DataTable.tsx';
import type { MessageId } from '../../i18n/messages.ts';
import { useStores } from '../../StoresContext.tsx';
import { LocalTime } from '../order/LocalTime.tsx';
import styles from './earnings.module.css';

/** What a referral and a cashback have in common. Amounts are in USDT. */
interface Earning {
  completedAt: string;
  fee: string;
  amount: string;
}

/** Returns the last columns of a list of earnings: when, our fee, and what the customer earned, headed by `earned`. */
export function useEarningsColumns<Item extends Earning>(items: readonly Item[], earned: MessageId): DataColumn<Item>[] {
  const { formatMessage } = useIntl();
  const { locale } = useStores();
  const decimals = mostDecimals(items.flatMap(({ fee, amount }) => [fee, amount]));
  return [
    {
      id: 'completed',
      place: 'note',
      heading: formatMessage({ id: 'affiliate.completed' }),
      align: 'start',
      cell: ({ completedAt }) => <LocalTime at={completedAt} format="dateTime" />,
    },
    {
      id: 'fee',
      heading: formatMessage({ id: 'affiliate.fee' }),
      cell: ({ fee }) => <span className={styles['fee']}>{formatAmount(fee, locale.code, decimals)}</span>,
    },
    {
      id: 'amount',
      place: 'value',
      heading: formatMessage({ id: earned }),
      cell: ({ amount }) => <strong className={styles['earned']}>+{formatAmount(amount, locale.code, decimals)}</strong>,
    },
  ];
}
