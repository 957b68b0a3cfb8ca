import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { formatAmount, priceDecimals } from '../../../../contract/formatAmount.ts';
import { amount, compare, type Decimal } from '../../../../contract/money.ts';
import type { RateAlert } from '../../../../contract/schemas/trading.ts';
import { AreaChart, shareAbove } from '../../../components/data/AreaChart.tsx';
import { classNames } from '../../../components/classNames.ts';
import { BellIcon } from '../../../components/icons/pageIcons.tsx';
import { marketPrice } from '../../../stores/exchange/estimate.ts';
import { rateAlertsGroup } from '../../../stores/desk/RateAlertStore.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { chartOf } from '../../exchange/rate/chart.ts';
import { useExchangeTexts } from '../../exchange/useExchangeTexts.ts';
import styles from './DeskExchange.module.css';
import type { ChartHours } from './useChartRange.ts';

const HOUR_MS = 3_600_000;
const AXIS_PARTS = [1, 0.75, 0.5, 0.25];

/** The market price of the last hours up to now. */
export const RateChart = observer(({ hours }: { hours: ChartHours }) => {
  const { formatMessage, formatTime } = useIntl();
  const { exchange, rateHistory, rateAlerts, clock, locale } = useStores(exchangeGroup, rateAlertsGroup);
  const { from, to, price } = useExchangeTexts();
  const { history } = rateHistory;
  const { data } = exchange.line;
  const last = history?.points.at(-1);
  const end = last ? Date.parse(last.at) : clock.now();
  const shown = history?.points.filter(({ at }) => Date.parse(at) >= end - hours * HOUR_MS) ?? [];
  const prices = [...shown.map((point) => point.price), ...(data ? [marketPrice(data)] : [])];
  const alerts = alertsWithin(prices, rateAlerts?.ofPair({ from: exchange.send, to: exchange.receive }) ?? []);
  // The alerts take part in the scale, but not in the line.
  const chart = chartOf([...prices, ...alerts.map(({ value }) => value)]);
  if (!chart) return <div className={styles['chart']} />;
  /** Not that of an alert, which has its own label. */
  const isOwn = (price: Decimal): boolean => prices.some((one) => compare(one, price) === 0);
  const decimals = priceDecimals(chart.high);
  const [low, high] = [price(chart.low, decimals), price(chart.high, decimals)];
  return (
    <div className={classNames(styles['chart'], exchange.isStale && styles['dimmed'])}>
      <AreaChart
        fractions={chart.fractions.slice(0, prices.length)}
        label={formatMessage({ id: 'desk.chart' }, { from, to, hours, low, high })}
        high={isOwn(chart.high) ? high : undefined}
        low={isOwn(chart.low) ? low : undefined}
        axis={[
          ...AXIS_PARTS.map((part) =>
            formatTime(end - part * hours * HOUR_MS, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
          ),
          formatMessage({ id: 'exchange.axisNow' }),
        ]}
      >
        {alerts.map(({ id, value }, place) => (
          <span
            key={id}
            className={styles['level']}
            style={{ top: `${shareAbove(chart.fractions[prices.length + place] ?? 0) * 100}%` }}
          >
            <span className={styles['levelName']}>
              <BellIcon size="small" />
              <span className="visually-hidden">
                {formatMessage({ id: 'desk.alertAt' }, { value: formatAmount(value, locale.code) })}
              </span>
              <span aria-hidden="true">{formatAmount(value, locale.code)}</span>
            </span>
          </span>
        ))}
      </AreaChart>
    </div>
  );
});

/** Returns the alerts at a rate that the chart can show: at most its own height above or below it. */
function alertsWithin(prices: readonly Decimal[], alerts: readonly RateAlert[]): RateAlert[] {
  const chart = chartOf(prices);
  if (!chart) return [];
  const [low, high] = [amount(chart.low), amount(chart.high)];
  const range = high.minus(low);
  return alerts.filter(({ kind, value }) => {
    const level = amount(value);
    return kind !== 'moves' && level.gte(low.minus(range)) && level.lte(high.plus(range));
  });
}
