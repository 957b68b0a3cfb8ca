import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import type { ScreenModule } from '../../../pageRoute.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useExchangeAddress } from '../../exchange/delivery/useExchangeAddress.ts';
import { BuyPage } from '../../exchange/ExchangePage.tsx';
import { loadExchange, loadHome } from '../../exchange/loadExchange.ts';
import { useExchangeTexts } from '../../exchange/useExchangeTexts.ts';
import { useLaterPart } from '../useLaterPart.ts';
import styles from './DeskExchange.module.css';
import { DeskForm } from './DeskForm.tsx';
import { PairHead } from './PairHead.tsx';
import { useChartRange } from './useChartRange.ts';

const loadChart = async () => (await import('./RateChart.tsx')).RateChart;

/** The trading screen: the market rate of the pair with its chart, and below it the exchange form. */
const Screen = observer(() => {
  const { exchange, startExchange, rateHistory } = useStores(exchangeGroup);
  const { names } = useExchangeTexts();
  const range = useChartRange();
  const Chart = useLaterPart(loadChart);
  useExchangeAddress();
  useEffect(() => startExchange(), [startExchange]);
  if (exchange.isBuying) return <BuyPage />;
  return (
    <div className={styles['screen']}>
      <h1 className="visually-hidden" tabIndex={-1}>
        <FormattedMessage id="exchange.title" values={names()} />
      </h1>
      <div className={styles['rate']}>
        <PairHead range={range} />
        {rateHistory.isOffered && (Chart ? <Chart hours={range.hours} /> : <div className={styles['chart']} />)}
      </div>
      <DeskForm />
    </div>
  );
});

export const homeScreen: ScreenModule = { Screen, load: loadHome };
export const pairScreen: ScreenModule = { Screen, load: loadExchange };
