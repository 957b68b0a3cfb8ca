import { observer } from 'mobx-react-lite';
import { Card } from '../../../components/layout/Card.tsx';
import { Figure } from '../../../components/data/Figure.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { Late } from '../../../latePart.tsx';
import { useStores } from '../../../StoresContext.tsx';
import { HISTORY_LINE } from '../exchangeParts.ts';
import styles from './RateCard.module.css';
import { useExchangeTexts } from '../useExchangeTexts.ts';
import { useChange } from './useChange.ts';

/** Shows the market price without fees, the same as in the form, and the market's last day as a line. */
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
          value={line.data ? price(line.data.marketLeftPrice) : <Skeleton shape="heading" width="half" />}
          stale={isStale}
          change={history ? changeOf(history) : undefined}
        />
      </div>
      {isOffered && <Late part={HISTORY_LINE} />}
    </Card>
  );
});
