import { observer } from 'mobx-react-lite';
import { add } from '../../../../contract/money.ts';
import { Disclosure } from '../../../components/layout/Disclosure.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { Late } from '../../../latePart.tsx';
import { serviceFee } from '../../../stores/exchange/estimate.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { FEE_CHAIN } from '../exchangeParts.ts';
import { useExchangeTexts } from '../useExchangeTexts.ts';

/** One line with all fees together, which opens to the whole calculation. */
export const Fees = observer(() => {
  const { formatMessage } = useExchangeTexts();
  return (
    <Disclosure summary={formatMessage({ id: 'exchange.fees' })} aside={<AllFees />}>
      <Late part={FEE_CHAIN} />
    </Disclosure>
  );
});

const AllFees = observer(() => {
  const { line, sendAmount } = useStores(exchangeGroup).exchange;
  const { computed } = useExchangeTexts();
  if (!line.data || sendAmount === null) return <Skeleton shape="small" width="short" />;
  return computed('receive', add(serviceFee(line.data, sendAmount), line.data.finalNetworkFeeAmount));
});
