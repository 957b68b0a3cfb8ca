import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import type { SandboxTransfer } from '../../../contract/api/sandbox.ts';
import { Card } from '../../components/layout/Card.tsx';
import { DataTable, type DataColumn } from '../../components/data/DataTable.tsx';
import { useStores } from '../../StoresContext.tsx';
import { LocalTime } from '../order/LocalTime.tsx';
import { shortened } from '../../../contract/shortened.ts';
import { useMoney } from '../order/useMoney.ts';
import styles from './sandbox.module.css';

const SHOWN = 10;

/** The newest payments on all embedded networks: the customer's, the exchange's and the sandbox's. */
export const TransferList = observer(({ transfers }: { transfers: SandboxTransfer[] }) => {
  const { formatMessage } = useIntl();
  // The order page links here: an embedded transaction has no public explorer.
  const wanted = useSearchParams()[0].get('transaction');
  const columns = useColumns(wanted);
  const rows = transfers.toSorted((left, right) => Number(right.txHash === wanted) - Number(left.txHash === wanted));
  return (
    <Card className={styles['wide']} aria-labelledby="sandbox-transfers">
      <h2 id="sandbox-transfers">
        <FormattedMessage id="sandbox.transfers.title" />
      </h2>
      <DataTable
        cards
        caption={formatMessage({ id: 'sandbox.transfers.title' })}
        columns={columns}
        rows={rows.slice(0, SHOWN)}
        rowKey={({ txHash, toAddress, amount }) => `${txHash}${toAddress}${amount}`}
        empty={<FormattedMessage id="sandbox.transfers.none" />}
      />
    </Card>
  );
});

function useColumns(wanted: string | null): DataColumn<SandboxTransfer>[] {
  const { formatMessage } = useIntl();
  const { money } = useMoney();
  // Read here, inside the observer. DataTable renders the cells outside of it.
  const { bySlug } = useStores().instruments;
  const named = (slug: string) => bySlug.get(slug) ?? { currencyTitle: slug.toUpperCase() };
  const heading = (id: 'time' | 'amount' | 'from' | 'to' | 'hash' | 'confirmations') =>
    formatMessage({ id: `sandbox.transfers.${id}` });
  const mono = (text: string) => (
    <span className="mono" translate="no">
      {shortened(text)}
    </span>
  );
  return [
    { id: 'time', heading: heading('time'), cell: ({ sentAt }) => <LocalTime at={sentAt} /> },
    { id: 'amount', heading: heading('amount'), cell: ({ amount, instrumentSlug }) => money(amount, named(instrumentSlug)) },
    { id: 'from', heading: heading('from'), cell: ({ fromAddress }) => mono(fromAddress) },
    {
      id: 'to',
      heading: heading('to'),
      cell: ({ toAddress, memo }) => (
        <span>
          {mono(toAddress)}
          {memo && <small className={styles['memo']}>{memo}</small>}
        </span>
      ),
    },
    {
      id: 'hash',
      heading: heading('hash'),
      cell: ({ txHash }) => (txHash === wanted ? <strong>{mono(txHash)}</strong> : mono(txHash)),
    },
    { id: 'confirmations', heading: heading('confirmations'), cell: ({ confirmations }) => confirmations },
  ];
}
