import { cleanMachineText } from '../../../contract/input/machineText.ts';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Card } from '../../components/layout/Card.tsx';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { LinkButton } from '../../components/buttons/LinkButton.tsx';
import { SearchIcon } from '../../components/icons/pageIcons.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { TextInput } from '../../components/fields/TextInput.tsx';
import { isFound, ofDevice } from '../../stores/history/listedOrders.ts';
import type { OrderRecord } from '../../stores/deviceOrders/orderRecords.ts';
import { orderGroup } from '../../stores/order/orderGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { OrderGroups } from './OrderGroups.tsx';
import styles from './history.module.css';

/** The orders of this device, open ones first. Shows placeholder rows until the storage has been read. */
export const HistoryList = observer(() => {
  const { records } = useStores(orderGroup).deviceOrders;
  if (records === null) return <Loading />;
  if (records.length === 0) return <Empty />;
  return records.length > SHORT_LIST ? <Searchable records={records} /> : <OrderGroups orders={records.map(ofDevice)} />;
});

/** A list of at most this many orders has no search. */
const SHORT_LIST = 10;

/** A search by the beginning of an order's number, address or coin ticker, with the orders found. */
function Searchable({ records }: { records: readonly OrderRecord[] }) {
  const { formatMessage } = useIntl();
  const [search, setSearch] = useState('');
  const text = cleanMachineText(search);
  const isCoin = ({ ticker }: OrderRecord['from']) => ticker.toLowerCase().startsWith(text.toLowerCase());
  const found = records.filter((record) => isFound(record, text) || isCoin(record.from) || isCoin(record.to));
  return (
    <>
      <search className={styles['search']}>
        <TextInput
          type="search"
          aria-label={formatMessage({ id: 'history.find' })}
          placeholder={formatMessage({ id: 'history.find' })}
          leading={<SearchIcon />}
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={setSearch}
        />
        <p role="status">{found.length === 0 && <FormattedMessage id="history.findNone" values={{ text }} />}</p>
      </search>
      {found.length > 0 && <OrderGroups orders={found.map(ofDevice)} />}
    </>
  );
}

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
  const { deviceOrders, locale } = useStores(orderGroup);
  const { isStored } = deviceOrders;
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
