import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/buttons/Button.tsx';
import type { ListPage, ListStore } from '../../stores/base/ListStore.ts';
import styles from './earnings.module.css';

type Earnings = ListStore<unknown, ListPage<unknown> & { total: number }>;

interface MoreEarningsProps {
  list: Pick<Earnings, 'items' | 'first' | 'isLoading' | 'hasFailed' | 'hasMore' | 'loadMore'>;
}

/** Below a list of earnings: how many are shown, and a button for the next ones. */
export const MoreEarnings = observer(({ list }: MoreEarningsProps) => {
  const { formatNumber } = useIntl();
  return (
    <div className={styles['more']}>
      <span className="hint numeric" role="status">
        {list.hasFailed ? (
          <FormattedMessage id="earnings.failed" />
        ) : (
          <FormattedMessage
            id="earnings.shown"
            values={{ shown: formatNumber(list.items?.length ?? 0), total: formatNumber(list.first?.total ?? 0) }}
          />
        )}
      </span>
      {list.hasMore && (
        <Button size="small" busy={list.isLoading} onClick={() => void list.loadMore()}>
          <FormattedMessage id={list.hasFailed ? 'earnings.retry' : 'earnings.more'} />
        </Button>
      )}
    </div>
  );
});
