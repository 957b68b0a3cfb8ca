import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { AffiliateStatistics } from '../../../../contract/api/affiliates.ts';
import { formatAmount, mostDecimals } from '../../../../contract/formatAmount.ts';
import { compare } from '../../../../contract/money.ts';
import { BarChart, type Bar } from '../../../components/data/BarChart.tsx';
import { fractionOf, scaleOf, spread, topOf } from '../../../components/data/roundScale.ts';
import { DataTable } from '../../../components/data/DataTable.tsx';
import { Disclosure } from '../../../components/layout/Disclosure.tsx';
import { useStores } from '../../../StoresContext.tsx';
import { usdt } from '../usdt.ts';
import styles from './affiliate.module.css';

/** Earnings by day or month: a chart, and the same figures as a table. */
export const EarningsChart = observer(({ statistics: { steps, step } }: { statistics: AffiliateStatistics }) => {
  const intl = useIntl();
  const { code } = useStores().locale;
  const highest = steps.reduce((most, { earned }) => (compare(earned, most) > 0 ? earned : most), '0');
  if (compare(highest, '0') === 0) {
    return (
      <p className={styles['none']}>
        <FormattedMessage id="affiliate.chartEmpty" />
      </p>
    );
  }
  const top = topOf(highest);
  const bars = steps.map(({ from, earned, orders }): Bar => {
    const values = { day: dayText(intl, from, step), amount: usdt(earned, code), orders };
    return { id: from, fraction: fractionOf(earned, top), text: intl.formatMessage({ id: 'affiliate.bar' }, values) };
  });
  const [first, last] = [steps[0], steps.at(-1)];
  const label = intl.formatMessage(
    { id: step === 'day' ? 'affiliate.chart' : 'affiliate.chartMonths' },
    {
      from: first ? dayText(intl, first.from, step) : '',
      until: last ? dayText(intl, last.from, step) : '',
      highest: usdt(highest, code),
    },
  );
  const axis = spread(steps, Math.min(5, steps.length)).map(({ from }) => dayText(intl, from, step));
  return (
    <div className={styles['chart']}>
      <p className="hint">
        <FormattedMessage id={step === 'day' ? 'affiliate.perDay' : 'affiliate.perMonth'} />
      </p>
      <BarChart
        bars={bars}
        label={label}
        scale={scaleOf(top).map((value, _, all) => formatAmount(value, code, mostDecimals(all)))}
        axis={axis}
      />
      <Disclosure summary={<FormattedMessage id="affiliate.asTable" />}>
        <DataTable
          caption={label}
          columns={[
            {
              id: 'day',
              heading: intl.formatMessage({ id: step === 'day' ? 'affiliate.day' : 'affiliate.month' }),
              cell: ({ from }) => dayText(intl, from, step),
            },
            {
              id: 'clicks',
              heading: intl.formatMessage({ id: 'affiliate.clicks' }),
              cell: ({ clicks }) => intl.formatNumber(clicks),
            },
            {
              id: 'orders',
              heading: intl.formatMessage({ id: 'affiliate.orders' }),
              cell: ({ orders }) => intl.formatNumber(orders),
            },
            {
              id: 'earned',
              heading: intl.formatMessage({ id: 'affiliate.earnedUsdt' }),
              cell: ({ earned }) => usdt(earned, code),
            },
          ]}
          rows={steps.toReversed()}
          rowKey={({ from }) => from}
        />
      </Disclosure>
    </div>
  );
});

/** Days are those of UTC, as the host counts them. */
function dayText({ formatDate }: IntlShape, from: string, step: 'day' | 'month'): string {
  return step === 'day'
    ? formatDate(from, { day: 'numeric', month: 'short', timeZone: 'UTC' })
    : formatDate(from, { month: 'short', year: 'numeric', timeZone: 'UTC' });
}
