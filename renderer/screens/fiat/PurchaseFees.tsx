import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { DefinitionList } from '../../components/data/DefinitionList.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { exchangeGroup } from '../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { feeLines } from './feeLines.tsx';
import { useFiatTexts } from './useFiatTexts.ts';

/** Each fee with a line of its own, and what the card is charged. */
export const PurchaseFees = observer(() => {
  const { line, sendAmount, problem } = useStores(exchangeGroup).exchange;
  const { exact } = useFiatTexts();
  const { data, isCurrent } = line;
  if (problem) return null;
  if (!data?.fiat || !isCurrent || sendAmount === null) return <Skeleton shape="block" />;
  const { fees, providerName } = data.fiat;
  const currency = data.instrumentFrom.currencyTitle;
  return (
    <DefinitionList
      items={[
        ...feeLines({ fees, providerName, coin: data.instrumentTo, written: (amount) => exact(amount, currency) }),
        { id: 'total', term: <FormattedMessage id="fiat.fee.total" />, detail: exact(sendAmount, currency), tone: 'total' },
      ]}
    />
  );
});
