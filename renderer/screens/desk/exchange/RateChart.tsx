import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { AreaChart } from '../../../components/AreaChart.tsx';
import { priceDecimals } from '../../../i18n/amountDecimals.ts';
import { marketPrice } from '../../../stores/exchange/estimate.ts';
import { useStores } from '../../../StoresContext.tsx';
import { chartOf } from '../../exchange/rate/chart.ts';
import { useForm } from '../../exchange/useForm.ts';
import styles from './DeskExchange.module.css';
import type { ChartHours } from './useChartRange.ts';

const HOUR_MS = 3_600_000;
const AXIS_PARTS = [1, 0.75, 0.5, 0.25];

/** The market price of the last hours up to now. */
export const RateChart = observer(({ hours }: { hours: ChartHours }) => {
  const { formatMessage, formatTime } = useIntl();
  const { exchange, rateHistory, clock } = useStores();
  const { from, to, price } = useForm();
  const { history } = rateHistory;
  const { data } = exchange.line;
  const last = history?.points.at(-1);
  const end = last ? Date.parse(last.at) : clock.now();
  const shown = history?.points.filter(({ at }) => Date.parse(at) >= end - hours * HOUR_MS) ?? [];
  const chart = chartOf([...shown.map((point) => point.price), ...(data ? [marketPrice(data)] : [])]);
  if (!chart) return <div className={styles['chart']} />;
  const decimals = priceDecimals(chart.high);
  const [low, high] = [price(chart.low, decimals), price(chart.high, decimals)];
  return (
    <div className={styles['chart']}>
      <AreaChart
        fractions={chart.fractions}
        label={formatMessage({ id: 'desk.chart' }, { from, to, hours, low, high })}
        high={high}
        low={low}
        axis={[
          ...AXIS_PARTS.map((part) =>
            formatTime(end - part * hours * HOUR_MS, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
          ),
          formatMessage({ id: 'exchange.axisNow' }),
        ]}
      />
    </div>
  );
});
