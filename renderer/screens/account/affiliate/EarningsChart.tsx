import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { AffiliateStatistics } from '../../../../contract/api/affiliates.ts';
import { formatAmount, mostDecimals } from '../../../../contract/formatAmount.ts';
import { amount, compare, toDecimal, type Amount, type Decimal } from '../../../../contract/money.ts';
import { BarChart, type Bar } from '../../../components/data/BarChart.tsx';
import { DataTable } from '../../../components/data/DataTable.tsx';
import { Disclosure } from '../../../components/layout/Disclosure.tsx';
import { useStores } from '../../../StoresContext.tsx';
import { usdt } from '../usdt.ts';
import styles from './affiliate.module.css';

/** Distances between the lines of the chart, of which there are three and that of zero */
const GAPS = 3;
const ROUND_STEPS = ['1', '2', '5', '10'] as const;
const TEN = amount('10');

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
    // A height of the drawing, not an amount.
    const fraction = Number(amount(earned).div(top).toFixed(3));
    const values = { day: dayText(intl, from, step), amount: usdt(earned, code), orders };
    return { id: from, fraction, text: intl.formatMessage({ id: 'affiliate.bar' }, values) };
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

/** Returns `count` elements, evenly spread, with the first and the last. */
function spread<Item>(items: readonly Item[], count: number): Item[] {
  return Array.from(
    { length: count },
    (_, index) => items[Math.round((index * (items.length - 1)) / Math.max(1, count - 1))],
  ).filter((item) => item !== undefined);
}

/** Returns the figure at the highest line: three times the smallest of 1, 2 or 5 × 10ⁿ that covers the highest bar. */
function topOf(highest: Decimal): Amount {
  const gap = amount(highest).div(amount(String(GAPS)));
  const unit = TEN.pow(gap.e);
  const steps = ROUND_STEPS.map((step) => amount(step).times(unit));
  return (steps.find((step) => step.gte(gap)) ?? gap).times(amount(String(GAPS)));
}

/** Returns the figures at the lines, from the highest to zero. */
function scaleOf(top: Amount): Decimal[] {
  const gap = top.div(amount(String(GAPS)));
  return Array.from({ length: GAPS + 1 }, (_, index) => toDecimal(gap.times(amount(String(GAPS - index)))));
}
