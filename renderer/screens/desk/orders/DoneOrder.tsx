import { useIntl } from 'react-intl';
import { RepeatIcon } from '../../../components/icons/pageIcons.tsx';
import { Link } from '../../../components/buttons/Link.tsx';
import { orderPath } from '../../../stores/deviceOrders/orderPass.ts';
import type { OrderRecord } from '../../../stores/deviceOrders/orderRecords.ts';
import { useStores } from '../../../StoresContext.tsx';
import { outcomeText } from '../../history/outcomeText.ts';
import { LocalTime } from '../../order/LocalTime.tsx';
import { useMoney } from '../../order/useMoney.ts';
import styles from './orders.module.css';

/** An order that has ended: when it was created, what it moved, and a link to the form with the same pair and amount. */
export function DoneOrder({ record }: { record: OrderRecord }) {
  const { formatMessage } = useIntl();
  const { locale } = useStores();
  const { money } = useMoney();
  const { from, to, amountFrom, createdAt } = record;
  const exchange = outcomeText(record, { money, formatMessage });
  const repeat = formatMessage({ id: 'desk.orders.repeat' }, { exchange });
  return (
    <li className={styles['done']}>
      <LocalTime at={createdAt} />
      <Link href={locale.path(orderPath(record))} className={styles['outcome']} title={exchange}>
        {exchange}
      </Link>
      <Link
        href={locale.path(`/exchange-${from.slug}-${to.slug}?amount=${amountFrom}`)}
        className={styles['icon']}
        aria-label={repeat}
        title={repeat}
      >
        <RepeatIcon size="small" />
      </Link>
    </li>
  );
}
