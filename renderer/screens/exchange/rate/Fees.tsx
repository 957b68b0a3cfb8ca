import { observer } from 'mobx-react-lite';
import { add } from '../../../../contract/money.ts';
import { DefinitionList } from '../../../components/data/DefinitionList.tsx';
import { Disclosure } from '../../../components/layout/Disclosure.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { serviceFee } from '../../../stores/exchange/estimate.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { networkName } from '../../coins/coinViews.ts';
import { useExchangeTexts } from '../useExchangeTexts.ts';

/** One line with all fees together, which opens to each of them and the remaining amount. */
export const Fees = observer(() => {
  const { formatMessage } = useExchangeTexts();
  return (
    <Disclosure summary={formatMessage({ id: 'exchange.fees' })} aside={<AllFees />}>
      <FeeList />
    </Disclosure>
  );
});

/** Figures render separately from their labels. */
const FeeList = observer(() => {
  const { mode, sendInstrument, receiveInstrument, paysForCollection } = useStores(exchangeGroup).exchange;
  const { formatMessage } = useExchangeTexts();
  const [from, to] = [sendInstrument, receiveInstrument].map((instrument) => (instrument ? networkName(instrument) : ''));
  return (
    <DefinitionList
      items={[
        { id: 'service', term: formatMessage({ id: 'exchange.serviceFee' }), detail: <ServiceFee /> },
        {
          id: 'network',
          term: formatMessage({ id: 'exchange.networkFee' }, { network: to }),
          detail: <NetworkFee part="sending" />,
        },
        ...(paysForCollection
          ? [
              {
                id: 'collection',
                term: formatMessage({ id: 'exchange.collectionFee' }, { network: from }),
                detail: <NetworkFee part="collecting" />,
              },
            ]
          : []),
        {
          id: 'total',
          term: formatMessage({ id: mode === 'FIXED' ? 'exchange.totalFixed' : 'exchange.total' }),
          detail: <Total />,
          tone: 'total',
        },
      ]}
    />
  );
});

const waiting = <Skeleton shape="small" width="short" />;

const AllFees = observer(() => {
  const { line, sendAmount } = useStores(exchangeGroup).exchange;
  const { computed } = useExchangeTexts();
  if (!line.data || sendAmount === null) return waiting;
  const fees = add(serviceFee(line.data, sendAmount), line.data.finalNetworkFeeAmount);
  return computed('receive', fees);
});

export const ServiceFee = observer(() => {
  const { line, sendAmount } = useStores(exchangeGroup).exchange;
  const { computed } = useExchangeTexts();
  if (!line.data || sendAmount === null) return waiting;
  return computed('receive', serviceFee(line.data, sendAmount));
});

const NetworkFee = observer(({ part }: { part: 'sending' | 'collecting' }) => {
  const fee = useStores(exchangeGroup).exchange.networkFees?.[part] ?? null;
  const { computed } = useExchangeTexts();
  return fee === null ? waiting : computed('receive', fee);
});

export const Total = observer(() => {
  const { receiveAmount } = useStores(exchangeGroup).exchange;
  const { computed } = useExchangeTexts();
  return receiveAmount === null ? waiting : computed('receive', receiveAmount);
});
