import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { classNames } from '../../../components/classNames.ts';
import figure from '../../../components/data/Figure.module.css';
import { Segmented } from '../../../components/fields/Segmented.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { RateAge } from '../../exchange/rate/RateBar.tsx';
import { useChange } from '../../exchange/rate/useChange.ts';
import { useExchangeTexts } from '../../exchange/useExchangeTexts.ts';
import styles from './DeskExchange.module.css';
import { CHART_HOURS, type ChartRange } from './useChartRange.ts';

/** The market price of the pair, its change of a day and its age, and the choice of what the chart shows. */
export const PairHead = observer(({ range }: { range: ChartRange }) => {
  const { formatMessage } = useIntl();
  const { exchange, rateHistory } = useStores(exchangeGroup);
  const { from, to, price } = useExchangeTexts();
  const changeOf = useChange();
  const { line, isStale } = exchange;
  const { history, isOffered } = rateHistory;
  const change = history && changeOf(history);
  return (
    <div className={styles['head']}>
      <div className={styles['figures']}>
        <span className={classNames(styles['price'], isStale && figure['stale'], 'numeric')}>
          <span className="visually-hidden">{formatMessage({ id: 'exchange.rateOf' }, { from, to })}: </span>
          {line.data ? price(line.data.marketLeftPrice) : <Skeleton shape="heading" width="short" />}
        </span>
        {change && <span className={classNames(figure['change'], figure[change.tone], 'numeric')}>{change.text}</span>}
        <RateAge />
      </div>
      {isOffered && (
        <Segmented
          className={styles['ranges']}
          legend={formatMessage({ id: 'desk.chart.range' })}
          value={String(range.hours)}
          options={CHART_HOURS.map((hours) => ({
            value: String(hours),
            label: formatMessage({ id: 'desk.chart.hours' }, { hours }),
          }))}
          onChange={(value) => range.choose(CHART_HOURS.find((hours) => String(hours) === value) ?? range.hours)}
        />
      )}
    </div>
  );
});
