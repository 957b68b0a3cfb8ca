import { observer } from 'mobx-react-lite';
import { useEffect, useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { LatestOrders } from '../../../../contract/api/orders.ts';
import { DataTable } from '../../../components/data/DataTable.tsx';
import { Link } from '../../../components/buttons/Link.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden.tsx';
import { ago } from '../../../i18n/ago.ts';
import { formatAmount } from '../../../../contract/formatAmount.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { networkName } from '../../coins/coinViews.ts';
import { useNow } from '../../shell/useNow.ts';
import styles from './sections.module.css';

type Row = LatestOrders[number] | { placeholder: number };

const ROWS = 8;
const TICK_MS = 10_000;
const PLACEHOLDERS: Row[] = Array.from({ length: ROWS }, (_, placeholder) => ({ placeholder }));

/** The latest completed exchanges with coins, amounts and times. Each row links to its pair. */
export const LatestExchanges = observer(() => {
  const { formatMessage } = useIntl();
  const { latest, locale } = useStores(exchangeGroup);
  const titleId = useId();
  useEffect(() => latest.start(), [latest]);
  const rows: readonly Row[] = latest.list?.slice(0, ROWS) ?? PLACEHOLDERS;
  return (
    <section aria-labelledby={titleId} aria-busy={latest.list === null} className={styles['latest']}>
      <h2 id={titleId}>
        <FormattedMessage id="latest.title" />
      </h2>
      <DataTable<Row>
        caption={formatMessage({ id: 'latest.title' })}
        rows={rows}
        rowKey={rowKey}
        columns={[
          { id: 'from', heading: formatMessage({ id: 'latest.from' }), cell: (row) => <Given row={row} />, align: 'start' },
          { id: 'to', heading: formatMessage({ id: 'latest.to' }), cell: (row) => <Got row={row} /> },
          { id: 'when', heading: formatMessage({ id: 'latest.when' }), cell: (row) => <When row={row} /> },
        ]}
        empty={<FormattedMessage id="latest.empty" />}
      />
      {rows.length > 0 && (
        <p className="hint">
          <FormattedMessage id="latest.note" />
        </p>
      )}
      <p className="hint">
        <Link href={locale.path('/history')}>
          <FormattedMessage id="history.link" />
        </Link>
      </p>
    </section>
  );
});

const rowKey = (row: Row): string =>
  'placeholder' in row
    ? String(row.placeholder)
    : [row.completedAt, row.instrumentFromSlug, row.amountFrom, row.instrumentToSlug, row.amountTo].join(' ');

const Given = observer(({ row }: { row: Row }) => {
  const { locale } = useStores();
  if ('placeholder' in row) return <Skeleton shape="small" width="half" />;
  const { instrumentFromSlug, instrumentToSlug, currencyFrom, currencyTo, amountFrom } = row;
  return (
    <Link href={locale.path(`/exchange-${instrumentFromSlug}-${instrumentToSlug}`)} className={styles['pairLink']}>
      <Coins amount={amountFrom} ticker={currencyFrom} slug={instrumentFromSlug} />
      <VisuallyHidden>
        {'. '}
        <FormattedMessage id="latest.pairLink" values={{ from: currencyFrom, to: currencyTo }} />
      </VisuallyHidden>
    </Link>
  );
});

function Got({ row }: { row: Row }) {
  if ('placeholder' in row) return <Skeleton shape="small" width="half" />;
  return <Coins amount={row.amountTo} ticker={row.currencyTo} slug={row.instrumentToSlug} />;
}

function When({ row }: { row: Row }) {
  const { formatMessage } = useIntl();
  const now = useNow(TICK_MS);
  if ('placeholder' in row) return <Skeleton shape="small" width="short" />;
  const { id, values } = ago(row.completedAt, now);
  return (
    <time dateTime={row.completedAt} className={styles['when']}>
      {formatMessage({ id }, values)}
    </time>
  );
}

/** Amount and coin, with the network unless the coin is the network's own: USDT exists on several networks. */
const Coins = observer(({ amount, ticker, slug }: { amount: string; ticker: string; slug: string }) => {
  const { instruments, locale } = useStores();
  const instrument = instruments.bySlug.get(slug);
  return (
    <>
      {formatAmount(amount, locale.code)}&nbsp;{ticker}
      {instrument?.contractAddress && <small className={styles['network']}> {networkName(instrument)}</small>}
    </>
  );
});
