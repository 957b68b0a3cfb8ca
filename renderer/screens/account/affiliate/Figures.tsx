import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { AffiliatePeriod, AffiliateStatistics } from '../../../../contract/api/affiliates.ts';
import { formatAmount } from '../../../../contract/formatAmount.ts';
import { amount, compare, percentChange, roundToDecimal, type Decimal } from '../../../../contract/money.ts';
import { Card } from '../../../components/layout/Card.tsx';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { Link } from '../../../components/buttons/Link.tsx';
import { Segmented } from '../../../components/fields/Segmented.tsx';
import { hasAccountPage } from '../../../guardAccount.ts';
import type { LocaleCode } from '../../../../contract/paths/locales.ts';
import { affiliateGroup } from '../../../stores/account/AffiliateStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { usdt, usdtWithUnit } from '../usdt.ts';
import styles from './affiliate.module.css';
import { EarningsChart } from './EarningsChart.tsx';

const PERIODS: readonly AffiliatePeriod[] = ['7d', '30d', '90d', 'all'];

/** Clicks, orders and earnings of a period, and what can be withdrawn. */
export const Figures = observer(({ statistics }: { statistics: AffiliateStatistics }) => {
  const { formatMessage, formatNumber } = useIntl();
  const { affiliate, health, locale } = useStores(affiliateGroup);
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
                // One click counts for several exchanges: then a share says nothing.
                clicks >= orders && clicks > 0 ? (
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
                  {hasAccountPage(health, '/profile/withdraw') && (
                    <Link href={locale.path('/profile/withdraw')}>
                      <FormattedMessage id="affiliate.withdraw" />
                    </Link>
                  )}
                  {balance && compare(balance.expectedAmount, '0') > 0 && (
                    <span>
                      <FormattedMessage id="affiliate.expected" values={{ amount: usdt(balance.expectedAmount, locale.code) }} />
                    </span>
                  )}
                </>
              }
            />
          </dl>
          <EarningsChart statistics={statistics} />
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
