import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Accruals } from '../../../../contract/api/affiliates.ts';
import { formatAmount, mostDecimals } from '../../../../contract/formatAmount.ts';
import { Card } from '../../../components/Card.tsx';
import { DataTable } from '../../../components/DataTable.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import type { EarningsList } from '../../../stores/account/EarningsList.ts';
import { useStores } from '../../../StoresContext.tsx';
import { LocalTime } from '../../order/LocalTime.tsx';
import { MoreEarnings } from '../MoreEarnings.tsx';
import { SaveEarnings } from '../SaveEarnings.tsx';
import styles from './affiliate.module.css';

type Accrual = Accruals['items'][number];

/** The exchanges that earned, the newest first. It never names a customer. */
export const Earnings = observer(({ list }: { list: EarningsList<Accrual> }) => {
  const { formatMessage } = useIntl();
  const { locale } = useStores();
  const items = list.items ?? [];
  if (items.length === 0) {
    return (
      <Card title={<FormattedMessage id="affiliate.earnings" />}>
        <EmptyState title={<FormattedMessage id="affiliate.earningsEmpty" />}>
          <FormattedMessage id="affiliate.earningsEmptyHelp" />
        </EmptyState>
      </Card>
    );
  }
  const decimals = mostDecimals(items.flatMap(({ fee, amount }) => [fee, amount]));
  return (
    <Card
      title={<FormattedMessage id="affiliate.earnings" />}
      titleAside={
        <SaveEarnings
          name="earnings.csv"
          header={['completed', 'from', 'to', 'code', 'fee_usdt', 'earned_usdt']}
          readRows={async () => (await list.readAll()).map(csvRow)}
        />
      }
    >
      <DataTable
        caption={formatMessage({ id: 'affiliate.earnings' })}
        cards
        rows={items}
        rowKey={({ accrualId }) => accrualId}
        columns={[
          {
            id: 'exchange',
            heading: formatMessage({ id: 'affiliate.exchange' }),
            cell: ({ instrumentFrom, instrumentTo }) => (
              <strong>
                <FormattedMessage
                  id="affiliate.pair"
                  values={{ from: instrumentFrom.currencyTitle, to: instrumentTo.currencyTitle }}
                />
              </strong>
            ),
          },
          {
            id: 'code',
            heading: formatMessage({ id: 'affiliate.code' }),
            align: 'start',
            cell: ({ code }) => (code === null ? <FormattedMessage id="affiliate.apiKey" /> : <code>{code}</code>),
          },
          {
            id: 'completed',
            heading: formatMessage({ id: 'affiliate.completed' }),
            align: 'start',
            cell: ({ completedAt }) => <LocalTime at={completedAt} format="dateTime" />,
          },
          {
            id: 'fee',
            heading: formatMessage({ id: 'affiliate.fee' }),
            cell: ({ fee }) => <span className={styles['dim']}>{formatAmount(fee, locale.code, decimals)}</span>,
          },
          {
            id: 'amount',
            heading: formatMessage({ id: 'affiliate.yours' }),
            cell: ({ amount }) => <strong className={styles['good']}>+{formatAmount(amount, locale.code, decimals)}</strong>,
          },
        ]}
      />
      <MoreEarnings list={list} />
    </Card>
  );
});

function csvRow({ completedAt, instrumentFrom, instrumentTo, code, fee, amount }: Accrual): string[] {
  return [completedAt, instrumentFrom.slug, instrumentTo.slug, code ?? '', fee, amount];
}
