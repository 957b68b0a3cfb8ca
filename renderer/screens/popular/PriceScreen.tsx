import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatPrice } from '../../../contract/formatAmount.ts';
import type { Instrument } from '../../../contract/api/instruments.ts';
import { Link } from '../../components/buttons/Link.tsx';
import { CoinLogo } from '../../components/coins/CoinLogo.tsx';
import { DataTable, type DataColumn } from '../../components/data/DataTable.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import { VisuallyHidden } from '../../components/layout/VisuallyHidden.tsx';
import { contentGroup } from '../../stores/content/ContentStore.ts';
import type { AppStores } from '../../stores/createAppStores.ts';
import { popularGroup, type PopularPair } from '../../stores/PopularStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { coinLogo, networkName } from '../coins/coinViews.ts';
import { ContentText } from '../content/ContentText.tsx';
import { findPairs, sortByTicker } from './findPairs.ts';
import { PairTools } from './PairTools.tsx';
import styles from './PopularScreen.module.css';

export async function load(stores: AppStores): Promise<null> {
  const { content } = contentGroup(stores);
  await Promise.all([content.load('price', stores.locale.code), popularGroup(stores).popular.load()]);
  return null;
}

/** `/price`: the market prices of the popular pairs in one table, and what a price here means. */
export const Screen = observer(() => {
  const { formatMessage } = useIntl();
  const { popular, locale } = useStores(popularGroup);
  const { content } = useStores(contentGroup).content;
  const [query, setQuery] = useState('');
  useEffect(() => popular.start(), [popular]);
  if (!content) return null;
  const found = sortByTicker(findPairs(popular.pairs, query));
  const columns: DataColumn<PopularPair>[] = [
    { id: 'send', heading: formatMessage({ id: 'exchange.youSend' }), cell: (pair) => <PairLink pair={pair} /> },
    { id: 'receive', heading: formatMessage({ id: 'exchange.youReceive' }), cell: ({ to }) => <Coin of={to} />, align: 'start' },
    {
      id: 'price',
      heading: formatMessage({ id: 'exchange.rateCard' }),
      cell: ({ rate }) => <span className={styles['price']}>{rate === null ? '–' : formatPrice(rate, locale.code)}</span>,
    },
  ];
  return (
    <div className={`page-width ${styles['page']}`}>
      <PageHeading title={content.title} lead={content.lead} />
      <PairTools query={query} setQuery={setQuery} count={found.length} />
      <DataTable
        caption={content.title}
        columns={columns}
        rows={found}
        rowKey={({ from, to }) => `${from.slug}-${to.slug}`}
        empty={<FormattedMessage id={query === '' ? 'popular.none' : 'popular.empty'} values={{ query }} />}
      />
      <ContentText html={content.html} />
    </div>
  );
});

const PairLink = observer(({ pair: { from, to } }: { pair: PopularPair }) => {
  const { locale } = useStores();
  return (
    <Link href={locale.path(`/exchange-${from.slug}-${to.slug}`)} className={styles['pairLink']}>
      <Coin of={from} />
      <VisuallyHidden>
        {'. '}
        <FormattedMessage id="latest.pairLink" values={{ from: from.currencyTitle, to: to.currencyTitle }} />
      </VisuallyHidden>
    </Link>
  );
});

const Coin = ({ of: instrument }: { of: Instrument }) => (
  <span className={styles['priceCoin']}>
    <span className={styles['priceLogo']}>
      <CoinLogo {...coinLogo(instrument)} lazy />
    </span>
    <span>
      {instrument.currencyTitle}
      <small className={styles['place']}>{networkName(instrument)}</small>
    </span>
  </span>
);
