import { observer } from 'mobx-react-lite';
import { compare } from '../../../../contract/money.ts';
import { worthInUsd } from '../../../stores/exchange/estimate.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { AmountAside } from './AmountAside.tsx';
import { AmountSide } from './AmountSide.tsx';
import { useExchangeTexts } from '../useExchangeTexts.ts';

/** Shows the amount to receive after all fees and its distance from the market price. */
export const ReceivePanel = observer(({ dense = false }: { dense?: boolean }) => {
  const { exchange } = useStores(exchangeGroup);
  const { formatMessage, exact, percent: percentText } = useExchangeTexts();
  const { receiveAmount, line, belowMarketPercent, problem } = exchange;
  const worth = receiveAmount !== null && line.data && !problem ? worthInUsd(line.data, 'receive', receiveAmount) : null;
  const isUsedUp = problem?.kind === 'tooSmall' && receiveAmount === null && line.data !== null;
  const market = belowMarketPercent === null ? null : marketText(belowMarketPercent);

  function marketText(percent: string): string {
    const direction = compare(percent, '0');
    if (direction === 0) return formatMessage({ id: 'exchange.atMarket' });
    const id = direction > 0 ? 'exchange.belowMarket' : 'exchange.aboveMarket';
    return formatMessage({ id }, { percent: percentText(percent.replace('-', ''), 1) });
  }

  return (
    <AmountSide
      side="receive"
      dense={dense}
      label={formatMessage({ id: 'exchange.youReceive' })}
      aside={<AmountAside side="receive" />}
      foot={
        isUsedUp
          ? formatMessage({ id: 'exchange.usedUp' })
          : worth !== null &&
            [!(dense && market) && formatMessage({ id: 'exchange.aboutUsd' }, { amount: exact(worth) }), market]
              .filter(Boolean)
              .join(' · ')
      }
    />
  );
});
