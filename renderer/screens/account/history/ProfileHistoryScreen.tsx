import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../components/buttons/Button.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { EmptyState } from '../../../components/feedback/EmptyState.tsx';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { LinkButton } from '../../../components/buttons/LinkButton.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import type { AppStores } from '../../../stores/createAppStores.ts';
import { accountHistoryGroup, MIN_SEARCH_LENGTH } from '../../../stores/history/AccountHistoryStore.ts';
import { isFound, listed, ofDevice, passes, stateOf, type ListedOrder } from '../../../stores/history/listedOrders.ts';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { HistorySettings } from '../../history/HistorySettings.tsx';
import { OrderGroups } from '../../history/OrderGroups.tsx';
import { AccountFrame } from '../AccountFrame.tsx';
import { AddOrder } from './AddOrder.tsx';
import { HistoryFilterBar, type CoinOption, type StateCount } from './HistoryFilterBar.tsx';
import { SaveTable } from '../SaveTable.tsx';
import styles from './accountHistory.module.css';

export async function load(stores: AppStores): Promise<null> {
  const { accountHistory, session } = accountHistoryGroup(stores);
  if (session.isSignedIn) await accountHistory.orders.show();
  return null;
}

/** `/profile/history`: the orders of the account, and those that only this device has. */
export const Screen = observer(() => {
  const { accountHistory, deviceOrders } = useStores(accountHistoryGroup, orderGroup);
  const isComplete = useDeviceCheck();
  useEffect(() => accountHistory.start(), [accountHistory]);
  return (
    <AccountFrame title={<FormattedMessage id="account.history.title" />} lead={<FormattedMessage id="account.history.lead" />}>
      <HistoryFilterBar
        coins={useCoins()}
        counts={useCounts()}
        action={
          <SaveTable
            name="orders.csv"
            label="account.history.table"
            failure="account.history.tableFailed"
            className={styles['save']}
            size="medium"
            read={accountHistory.table}
          />
        }
      />
      {accountHistory.state === 'failed' && (accountHistory.orders.items ?? []).length > 0 && (
        <Notice kind="warning" role="status">
          <FormattedMessage id="history.stale" />
        </Notice>
      )}
      {!isComplete && <Loading />}
      {isComplete && (accountHistory.search.trim().length < MIN_SEARCH_LENGTH ? <Orders /> : <Found />)}
      {isComplete && <AddOrder />}
      {isComplete && (deviceOrders.records ?? []).length > 0 && <HistorySettings />}
    </AccountFrame>
  );
});

/**
 * Reads the orders of this device and asks the host which of them the account has. Returns whether that is done: a list that was
 * shown before would move when they are added.
 */
function useDeviceCheck(): boolean {
  const { accountOrders, deviceOrders } = useStores(orderGroup);
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    deviceOrders.load();
    void accountOrders.check((deviceOrders.records ?? []).map(({ orderId }) => orderId)).then(() => setDone(true));
  }, [deviceOrders, accountOrders]);
  return isDone;
}

/** The orders that only this device has. Those of which the host did not answer are missing. */
function useDeviceOrders(): ListedOrder[] {
  const { accountOrders, deviceOrders } = useStores(orderGroup);
  return (deviceOrders.records ?? []).filter(({ orderId }) => accountOrders.isOwn(orderId) === false).map(ofDevice);
}

function useListed(): ListedOrder[] {
  const { accountHistory } = useStores(accountHistoryGroup);
  const { orders, filters, since } = accountHistory;
  const device = useDeviceOrders();
  const own = (orders.items ?? []).map(listed);
  // Older orders follow with their page.
  const oldest = orders.hasMore ? (own.at(-1)?.record.createdAt ?? '') : '';
  const shown = device.filter(
    ({ record }) => passes(record, filters, since) && (stateOf(record) === 'open' || record.createdAt >= oldest),
  );
  return [...own, ...shown];
}

function useCounts(): StateCount[] {
  const { accountHistory } = useStores(accountHistoryGroup);
  const { counts, filters, since } = accountHistory;
  const device = useDeviceOrders().filter(({ record }) => passes(record, { ...filters, state: 'all' }, since));
  const states = (['open', 'completed', 'refunded', 'expired'] as const).map((state): StateCount => {
    const counted = counts.find((one) => one.state === state);
    const here = device.filter(({ record }) => stateOf(record) === state).length;
    return { state, count: (counted?.count ?? 0) + here, hasMore: counted?.hasMore ?? false };
  });
  const count = states.reduce((total, one) => total + one.count, 0);
  return [{ state: 'all', count, hasMore: states.some(({ hasMore }) => hasMore) }, ...states];
}

/** The coins of the orders that are loaded. */
function useCoins(): CoinOption[] {
  const { accountHistory, deviceOrders } = useStores(accountHistoryGroup, orderGroup);
  const records = [...(accountHistory.orders.items ?? []).map((entry) => listed(entry).record), ...(deviceOrders.records ?? [])];
  const coins = new Map(
    records.flatMap(({ from, to }) => [from, to]).map(({ slug, ticker, network }) => [slug, `${ticker} (${network})`]),
  );
  const { coin } = accountHistory.filters;
  if (coin !== null && !coins.has(coin)) coins.set(coin, coin.toUpperCase());
  return [...coins].map(([slug, label]) => ({ slug, label })).toSorted((one, other) => one.label.localeCompare(other.label));
}

const Orders = observer(() => {
  const { formatMessage } = useIntl();
  const { accountHistory, locale } = useStores(accountHistoryGroup);
  const { state, filters } = accountHistory;
  const { hasMore, isLoading, loadMore } = accountHistory.orders;
  const orders = useListed();
  if (orders.length > 0) {
    const more = hasMore && (
      <Button size="small" busy={isLoading} onClick={() => void loadMore()}>
        <FormattedMessage id="account.history.more" />
      </Button>
    );
    return <OrderGroups orders={orders} footer={more} />;
  }
  if (state === 'loading') return <Loading />;
  if (state === 'failed') {
    return (
      <Card>
        <ErrorState
          title={<FormattedMessage id="account.history.failed" />}
          retry={{ label: formatMessage({ id: 'account.history.retry' }), onClick: () => void accountHistory.orders.show() }}
        >
          <FormattedMessage id="account.history.failedHelp" />
        </ErrorState>
      </Card>
    );
  }
  const isFiltered = filters.state !== 'all' || filters.coin !== null || filters.period !== 'any';
  return (
    <Card>
      {isFiltered ? (
        <EmptyState
          title={<FormattedMessage id="account.history.nothing" />}
          actions={
            <Button size="small" onClick={() => accountHistory.setFilters({ state: 'all', coin: null, period: 'any' })}>
              <FormattedMessage id="account.history.clearFilters" />
            </Button>
          }
        >
          <FormattedMessage id="account.history.nothingHelp" />
        </EmptyState>
      ) : (
        <EmptyState
          title={<FormattedMessage id="account.history.empty" />}
          actions={
            <LinkButton variant="primary" href={locale.path('/')}>
              <FormattedMessage id="history.start" />
            </LinkButton>
          }
        >
          <FormattedMessage id="account.history.emptyHelp" />
        </EmptyState>
      )}
    </Card>
  );
});

const Found = observer(() => {
  const { accountHistory } = useStores(accountHistoryGroup);
  const { found, search } = accountHistory;
  const device = useDeviceOrders().filter(({ record }) => isFound(record, search.trim()));
  if (found === null && accountHistory.state !== 'failed') return <Loading />;
  const orders = [...(found ?? []).map(listed), ...device];
  if (orders.length > 0) return <OrderGroups orders={orders} />;
  return (
    <Card>
      <EmptyState
        role="status"
        title={<FormattedMessage id="account.history.notFound" values={{ text: search.trim() }} />}
        actions={
          <Button size="small" onClick={() => void accountHistory.find('')}>
            <FormattedMessage id="account.history.clearSearch" />
          </Button>
        }
      >
        <FormattedMessage id="account.history.notFoundHelp" />
      </EmptyState>
    </Card>
  );
});

function Loading() {
  return (
    <Card aria-busy="true" className={styles['loading']}>
      <Skeleton shape="title" width="full" />
      <Skeleton shape="title" width="full" />
      <Skeleton shape="title" width="full" />
    </Card>
  );
}
