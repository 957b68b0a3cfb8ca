import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { AffiliatePeriod, AffiliateStatistics } from '../../../../contract/api/affiliates.ts';
import { formatAmount } from '../../../../contract/formatAmount.ts';
import { amount, compare, percentChange, roundToDecimal, toDecimal, type Decimal } from '../../../../contract/money.ts';
import { BarChart, type Bar } from '../../../components/BarChart.tsx';
import { Card } from '../../../components/Card.tsx';
import { DataTable } from '../../../components/DataTable.tsx';
import { Disclosure } from '../../../components/Disclosure.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Link } from '../../../components/Link.tsx';
import { Segmented } from '../../../components/Segmented.tsx';
import type { LocaleCode } from '../../../i18n/locales.ts';
import { useStores } from '../../../StoresContext.tsx';
import { usdt, usdtWithUnit } from '../usdt.ts';
import styles from './affiliate.module.css';

const PERIODS: readonly AffiliatePeriod[] = ['7d', '30d', '90d', 'all'];
/** Lines of the chart, with that of zero */
const LINES = 4;

/** Clicks, orders and earnings of a period, and what can be withdrawn. */
export const Figures = observer(({ statistics }: { statistics: AffiliateStatistics }) => {
  const { formatMessage, formatNumber } = useIntl();
  const { affiliate, locale } = useStores();
  const { clicks, orders, earned, previous } = statistics;
  const { balance, period } = affiliate;
  const change = (then: Decimal, now: Decimal) =>
    previous && compare(then, '0') > 0 ? (
      <FormattedMessage
        id={`affiliate.change.${period === 'all' ? '30d' : period}`}
        values={{ percent: signed(percentChange(then, now), locale.code) }}
      />
    ) : (
      '\u00a0'
    );
  return (
    <Card padding="none" aria-label={formatMessage({ id: 'affiliate.figures' })}>
      <div className={styles['head']}>
        <h2>
          <FormattedMessage id={`affiliate.period.${statistics.period}`} />
        </h2>
        <Segmented
          legend={formatMessage({ id: 'affiliate.period' })}
          value={period}
          options={PERIODS.map((value) => ({ value, label: <FormattedMessage id={`affiliate.short.${value}`} /> }))}
          onChange={(value) => void affiliate.show(value)}
        />
      </div>
      {affiliate.hasFailed ? (
        <ErrorState
          title={<FormattedMessage id="affiliate.figuresFailed" />}
          retry={{ label: formatMessage({ id: 'affiliate.retry' }), onClick: () => void affiliate.show(period) }}
        />
      ) : (
        <>
          <dl className={styles['figures']} aria-busy={statistics.period !== period}>
            <Figure
              label={<FormattedMessage id="affiliate.clicks" />}
              value={formatNumber(clicks)}
              note={change(String(previous?.clicks ?? 0), String(clicks))}
            />
            <Figure
              label={<FormattedMessage id="affiliate.orders" />}
              value={formatNumber(orders)}
              note={
                clicks > 0 ? (
                  <FormattedMessage id="affiliate.ofClicks" values={{ percent: share(orders, clicks, locale.code) }} />
                ) : (
                  '\u00a0'
                )
              }
            />
            <Figure
              label={<FormattedMessage id="affiliate.earned" />}
              value={usdtWithUnit(earned, locale.code)}
              note={change(previous?.earned ?? '0', earned)}
            />
            <Figure
              label={<FormattedMessage id="affiliate.available" />}
              value={usdtWithUnit(balance?.amount ?? '0', locale.code)}
              note={
                <>
                  <Link href={locale.path('/profile/withdraw')}>
                    <FormattedMessage id="affiliate.withdraw" />
                  </Link>
                  {balance && compare(balance.expectedAmount, '0') > 0 && (
                    <span>
                      <FormattedMessage id="affiliate.expected" values={{ amount: usdt(balance.expectedAmount, locale.code) }} />
                    </span>
                  )}
                </>
              }
            />
          </dl>
          <Chart statistics={statistics} />
        </>
      )}
    </Card>
  );
});

function Figure({ label, value, note }: { label: React.ReactNode; value: React.ReactNode; note: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={`${styles['figure']} numeric`}>{value}</dd>
      <dd className={`${styles['note']} numeric`}>{note}</dd>
    </div>
  );
}

const Chart = observer(({ statistics: { steps, step } }: { statistics: AffiliateStatistics }) => {
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
  const bars = steps.map(({ from, earned, orders }): Bar => {
    // A height of the drawing, not an amount.
    const fraction = Number(amount(earned).div(amount(highest)).toFixed(3));
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
      <BarChart bars={bars} label={label} scale={scaleOf(highest, code)} axis={axis} />
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

/** Returns the figures at the lines of the chart, from the highest to zero. */
function scaleOf(highest: Decimal, code: LocaleCode): string[] {
  return Array.from({ length: LINES }, (_, index) => {
    const part = amount(highest)
      .times(amount(String(LINES - 1 - index)))
      .div(amount(String(LINES - 1)));
    return usdt(toDecimal(part), code);
  });
}

/** Returns a percentage with its sign: "+12.3 %" without the percent sign. */
function signed(percent: Decimal, code: LocaleCode): string {
  const rounded = roundToDecimal(amount(percent), 1, 'down');
  const isNegative = rounded.startsWith('-');
  return `${isNegative ? '−' : '+'}${formatAmount(isNegative ? rounded.slice(1) : rounded, code)}`;
}

function share(part: number, whole: number, code: LocaleCode): string {
  return formatAmount(
    roundToDecimal(
      amount(String(part))
        .times(amount('100'))
        .div(amount(String(whole))),
      1,
      'down',
    ),
    code,
  );
}
