import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatAmount } from '../../../contract/formatAmount.ts';
import { amount, round, type Decimal } from '../../../contract/money.ts';
import { Card } from '../../components/layout/Card.tsx';
import { DataTable, type DataColumn } from '../../components/data/DataTable.tsx';
import { SearchIcon } from '../../components/icons/pageIcons.tsx';
import { TextInput } from '../../components/fields/TextInput.tsx';
import type { NetworkFeeRow } from '../../stores/FeesStore.ts';
import { useStores } from '../../StoresContext.tsx';
import styles from './fees.module.css';

/** The network fees of the moment in USD, by network, with a search. */
export const NetworkFees = observer(({ networks }: { networks: readonly NetworkFeeRow[] }) => {
  const { formatMessage } = useIntl();
  const { locale } = useStores();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = networks.filter(({ title, slug }) => title.toLowerCase().includes(wanted) || slug.includes(wanted));
  const usd = (value: Decimal | undefined) =>
    value === undefined ? (
      <span className={styles['none']}>–</span>
    ) : (
      formatMessage({ id: 'fees.usd' }, { amount: formatAmount(round(amount(value), 2, 'up').toFixed(2), locale.code) })
    );
  const columns: DataColumn<NetworkFeeRow>[] = [
    { id: 'network', heading: formatMessage({ id: 'fees.network' }), cell: ({ title }) => title },
    { id: 'coinPayout', heading: formatMessage({ id: 'fees.coinPayout' }), cell: ({ coin }) => usd(coin?.payout) },
    { id: 'coinCollection', heading: formatMessage({ id: 'fees.coinCollection' }), cell: ({ coin }) => usd(coin?.collection) },
    { id: 'tokenPayout', heading: formatMessage({ id: 'fees.tokenPayout' }), cell: ({ token }) => usd(token?.payout) },
    {
      id: 'tokenCollection',
      heading: formatMessage({ id: 'fees.tokenCollection' }),
      cell: ({ token }) => usd(token?.collection),
    },
  ];
  return (
    <Card title={<FormattedMessage id="fees.networks" />}>
      <p className={styles['text']}>
        <FormattedMessage id="fees.networksText" />
      </p>
      <TextInput
        className={styles['search']}
        type="search"
        aria-label={formatMessage({ id: 'fees.search' })}
        placeholder={formatMessage({ id: 'fees.search' })}
        leading={<SearchIcon />}
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={setSearch}
      />
      <DataTable
        caption={formatMessage({ id: 'fees.networks' })}
        columns={columns}
        rows={shown}
        rowKey={({ slug }) => slug}
        empty={<FormattedMessage id="fees.notFound" />}
        cards
      />
    </Card>
  );
});
