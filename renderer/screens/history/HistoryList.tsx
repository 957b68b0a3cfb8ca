import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { Card } from '../../components/Card.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { ofDevice } from '../../stores/history/listedOrders.ts';
import { useStores } from '../../StoresContext.tsx';
import { OrderGroups } from './OrderGroups.tsx';
import styles from './history.module.css';

/** The orders of this device, open ones first. Shows placeholder rows until the storage has been read. */
export const HistoryList = observer(() => {
  const { records } = useStores().orderHistory;
  if (records === null) return <Loading />;
  if (records.length === 0) return <Empty />;
  return <OrderGroups orders={records.map(ofDevice)} />;
});

function Loading() {
  return (
    <div className={styles['waiting']} aria-busy="true">
      <Skeleton shape="title" width="full" />
      <Skeleton shape="title" width="full" />
      <Skeleton shape="title" width="full" />
    </div>
  );
}

const Empty = observer(() => {
  const { orderHistory, locale } = useStores();
  const { isStored } = orderHistory;
  return (
    <Card>
      <EmptyState
        title={<FormattedMessage id={isStored ? 'history.empty' : 'history.emptyOff'} />}
        actions={
          <LinkButton variant="primary" href={locale.path('/')}>
            <FormattedMessage id="history.start" />
          </LinkButton>
        }
      >
        <FormattedMessage id={isStored ? 'history.emptyHelp' : 'history.emptyOffHelp'} />
      </EmptyState>
    </Card>
  );
});
