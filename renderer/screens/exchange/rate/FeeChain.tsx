import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { Calculation } from '../../../components/data/Calculation.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { estimateToGet } from '../../../stores/exchange/estimate.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { quoteChain } from '../../../stores/exchange/quoteChain.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useExchangeTexts } from '../useExchangeTexts.ts';
import { useChainLines } from '../../order/useChainLines.tsx';

/** How the amount to receive follows from the amount to send and the market price. */
export const FeeChain = observer(() => {
  const { line, sendAmount, mode } = useStores(exchangeGroup).exchange;
  const chainLines = useChainLines();
  const { send } = useExchangeTexts();
  const { data, isCurrent } = line;
  if (!data || sendAmount === null) return <Skeleton shape="block" />;
  // A typed amount to receive is the least that arrives. The quote has the exact one.
  const toGet = isCurrent ? data.amountToGet : estimateToGet(data, sendAmount);
  const chain = toGet === null ? null : quoteChain(data, sendAmount, toGet);
  if (!chain) return <Skeleton shape="block" />;
  return (
    <Calculation
      unit={data.instrumentTo.currencyTitle}
      lines={chainLines(chain, {
        sent: send(chain.sent),
        to: data.instrumentTo,
        collectionFee: data.collectionFeeAmount,
        priceNote: <FormattedMessage id="chain.market" />,
        total: <FormattedMessage id={mode === 'FIXED' ? 'exchange.totalFixed' : 'exchange.total'} />,
      })}
    />
  );
});
