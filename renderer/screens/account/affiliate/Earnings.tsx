import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Accruals } from '../../../../contract/api/affiliates.ts';
import { writeCsv } from '../../../../contract/tables/csv.ts';
import { Card } from '../../../components/layout/Card.tsx';
import { DataTable } from '../../../components/data/DataTable.tsx';
import { EmptyState } from '../../../components/feedback/EmptyState.tsx';
import { affiliateGroup } from '../../../stores/account/AffiliateStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { MoreEarnings } from '../MoreEarnings.tsx';
import { SaveTable } from '../SaveTable.tsx';
import { useEarningsColumns } from '../useEarningsColumns.tsx';

type Accrual = Accruals['items'][number];

/** The exchanges that earned, the newest first. It never names a customer. */
export const Earnings = observer(() => {
  const { formatMessage } = useIntl();
  const { affiliate } = useStores(affiliateGroup);
  const list = affiliate.accruals;
  const items = list.items ?? [];
  const columns = useEarningsColumns(items, 'affiliate.yours');
  if (items.length === 0) {
    return (
      <Card title={<FormattedMessage id="affiliate.earnings" />}>
        <EmptyState title={<FormattedMessage id="affiliate.earningsEmpty" />}>
          <FormattedMessage id="affiliate.earningsEmptyHelp" />
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card
      title={<FormattedMessage id="affiliate.earnings" />}
      titleAside={
        <SaveTable name="earnings.csv" read={async () => writeCsv([CSV_HEADER, ...(await affiliate.readAll()).map(csvRow)])} />
      }
    >
      <DataTable
        caption={formatMessage({ id: 'affiliate.earnings' })}
        lines
        rows={items}
        rowKey={({ accrualId }) => accrualId}
        columns={[
          {
            id: 'exchange',
            place: 'first',
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
            place: 'second',
            heading: formatMessage({ id: 'affiliate.code' }),
            align: 'start',
            cell: ({ code }) => (code === null ? <FormattedMessage id="affiliate.apiKey" /> : <code>{code}</code>),
          },
          ...columns,
        ]}
      />
      <MoreEarnings list={list} />
    </Card>
  );
});

const CSV_HEADER = ['completed', 'from', 'to', 'code', 'fee_usdt', 'earned_usdt'];

function csvRow({ completedAt, instrumentFrom, instrumentTo, code, fee, amount }: Accrual): string[] {
  return [completedAt, instrumentFrom.slug, instrumentTo.slug, code ?? '', fee, amount];
}
