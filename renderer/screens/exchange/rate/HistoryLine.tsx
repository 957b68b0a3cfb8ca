import { observer } from 'mobx-react-lite';
import { AreaChart } from '../../../components/data/AreaChart.tsx';
import { priceDecimals } from '../../../../contract/formatAmount.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { chartOfHistory } from './chart.ts';
import styles from './RateCard.module.css';
import { useExchangeTexts } from '../useExchangeTexts.ts';

const AXIS_HOURS = [24, 18, 12, 6];

/** The market price of the last day as a line. */
export const HistoryLine = observer(() => {
  const { history } = useStores(exchangeGroup).rateHistory;
  const { formatMessage, from, to, price } = useExchangeTexts();
  const chart = history && chartOfHistory(history);
  if (!history || !chart) return <div className={styles['waiting']} />;
  const decimals = priceDecimals(chart.high);
  const [low, high] = [price(chart.low, decimals), price(chart.high, decimals)];
  return (
    <AreaChart
      fractions={chart.fractions}
      label={formatMessage({ id: 'exchange.chart' }, { from, to, change: history.changePercent, low, high })}
      high={high}
      low={low}
      axis={[
        ...AXIS_HOURS.map((hours) => formatMessage({ id: 'exchange.axisHours' }, { hours })),
        formatMessage({ id: 'exchange.axisNow' }),
      ]}
    />
  );
});
