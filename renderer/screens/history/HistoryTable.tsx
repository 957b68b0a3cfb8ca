import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { DataTable } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { CloseIcon } from '../../components/icons.tsx';
import { Link } from '../../components/Link.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { orderPath } from '../../stores/order/orderPass.ts';
import type { OrderRecord } from '../../stores/order/orderRecords.ts';
import { useStores } from '../../StoresContext.tsx';
import { exchangeText } from '../order/exchangeText.ts';
import { LocalTime } from '../order/LocalTime.tsx';
import { useMoney } from '../order/useMoney.ts';
import styles from './history.module.css';

/** The list, newest first. Shows a few placeholder rows until the storage has been read. */
export const HistoryTable = observer(() => {
  const { formatMessage } = useIntl();
  const { records } = useStores().orderHistory;
  if (records === null) {
    return (
      <div className={styles['waiting']} aria-busy="true">
        <Skeleton shape="title" width="full" />
        <Skeleton shape="title" width="full" />
        <Skeleton shape="title" width="full" />
      </div>
    );
  }
  if (records.length === 0) return <Empty />;
  return (
    <DataTable<OrderRecord>
      cards
      caption={formatMessage({ id: 'history.title' })}
      rows={records}
      rowKey={({ orderId }) => orderId}
      columns={[
        { id: 'exchange', heading: formatMessage({ id: 'history.exchange' }), cell: (record) => <Exchange record={record} /> },
        { id: 'stage', heading: formatMessage({ id: 'history.stage' }), cell: (record) => <Stage record={record} /> },
        {
          id: 'created',
          heading: formatMessage({ id: 'history.created' }),
          cell: ({ createdAt }) => <LocalTime at={createdAt} format="dateTime" />,
        },
        { id: 'actions', heading: formatMessage({ id: 'history.actions' }), cell: (record) => <Forget record={record} /> },
      ]}
    />
  );
});

const Empty = observer(() => {
  const { orderHistory } = useStores();
  const { isStored } = orderHistory;
  return (
    <EmptyState title={<FormattedMessage id={isStored ? 'history.empty' : 'history.emptyOff'} />}>
      <FormattedMessage id={isStored ? 'history.emptyHelp' : 'history.emptyOffHelp'} />
    </EmptyState>
  );
});

const Exchange = observer(({ record }: { record: OrderRecord }) => {
  const { formatMessage } = useIntl();
  const { locale } = useStores();
  const { money } = useMoney();
  const exchange = exchangeText(record, money);
  return (
    <span className={styles['lines']}>
      <Link href={locale.path(orderPath(record))} aria-label={formatMessage({ id: 'history.openOrder' }, { exchange })}>
        {exchange}
      </Link>
      {/* USDT is not USDT everywhere. */}
      <small className="hint">
        {record.from.network} → {record.to.network}
      </small>
    </span>
  );
});

function Stage({ record: { stage, hasExtra } }: { record: OrderRecord }) {
  return (
    <span className={styles['lines']}>
      <span className={stage === 'decision' ? styles['urgent'] : undefined}>
        <FormattedMessage id={`history.stage.${stage}`} />
      </span>
      {hasExtra === true && (
        <small className={styles['urgent']}>
          <FormattedMessage id="order.extra.title" />
        </small>
      )}
    </span>
  );
}

const Forget = observer(({ record }: { record: OrderRecord }) => {
  const { formatMessage } = useIntl();
  const { dialogs } = useStores();
  const exchange = exchangeText(record, useMoney().money);
  return (
    <IconButton
      className={styles['forget']}
      icon={<CloseIcon size="small" />}
      label={formatMessage({ id: 'history.forget' }, { exchange })}
      onClick={() => dialogs.open({ name: 'forgetOrders', data: { orderId: record.orderId } })}
    />
  );
});
