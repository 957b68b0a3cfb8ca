import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import type { Report } from '../../../contract/console/reports.ts';
import { amount, isPositive, type Decimal } from '../../../contract/money.ts';
import { DefinitionList } from '../../../renderer/components/data/DefinitionList.tsx';
import { useCoins } from '../../parts/useCoins.ts';
import styles from './reports.module.css';

const SHOWN = 5;
const HUNDRED = amount('100');

/** The largest pairs with their parts of the volume, and what orders earned customers. */
export const PairList = observer(({ report: { pairs, total } }: { report: Report }) => {
  const { ticker, usdText } = useCoins();
  if (pairs.length === 0) return null;
  const partOf = (volume: Decimal): string =>
    isPositive(total.volume) ? amount(volume).times(HUNDRED).div(amount(total.volume)).toFixed(0) : '0';
  return (
    <div className={styles['pairs']}>
      <DefinitionList
        items={[
          ...pairs.slice(0, SHOWN).map(({ instrumentFrom, instrumentTo, volume }) => ({
            id: `${instrumentFrom} ${instrumentTo}`,
            term: <FormattedMessage id="console.pair" values={{ from: ticker(instrumentFrom), to: ticker(instrumentTo) }} />,
            detail: <FormattedMessage id="console.percent" values={{ percent: partOf(volume) }} />,
          })),
          { id: 'shares', term: <FormattedMessage id="console.column.shares" />, detail: usdText(total.shares) },
        ]}
      />
    </div>
  );
});
