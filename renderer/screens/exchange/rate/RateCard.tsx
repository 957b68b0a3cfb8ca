import { observer } from 'mobx-react-lite';
import { AreaChart } from '../../../components/data/AreaChart.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { Figure } from '../../../components/data/Figure.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { priceDecimals } from '../../../../contract/formatAmount.ts';
import { marketPrice } from '../../../stores/exchange/estimate.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { chartOfHistory } from './chart.ts';
import styles from './RateCard.module.css';
import { useExchangeTexts } from '../useExchangeTexts.ts';
import { useChange } from './useChange.ts';

/** Shows the market price without fees and its last day as a line. The form shows the customer's price. */
export const RateCard = observer(() => {
  const { exchange, rateHistory } = useStores(exchangeGroup);
  const { formatMessage, from, to, price } = useExchangeTexts();
  const changeOf = useChange();
  const { line, isStale } = exchange;
  const { history, isOffered } = rateHistory;
  return (
    <Card padding="none" aria-label={formatMessage({ id: 'exchange.rateCard' })}>
      <div className={styles['figure']}>
        <Figure
          label={formatMessage({ id: 'exchange.rateOf' }, { from, to })}
          value={line.data ? price(marketPrice(line.data)) : <Skeleton shape="heading" width="half" />}
          stale={isStale}
          change={history ? changeOf(history) : undefined}
        />
      </div>
      {isOffered && <HistoryLine />}
    </Card>
  );
});

const AXIS_HOURS = [24, 18, 12, 6];

const HistoryLine = observer(() => {
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
