import { observer } from 'mobx-react-lite';
import { DefinitionList } from '../../../components/DefinitionList.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { serviceFee } from '../../../stores/exchange/estimate.ts';
import { useStores } from '../../../StoresContext.tsx';
import { networkName } from '../../coins/coinViews.ts';
import { useForm } from '../useForm.ts';

/** Lists the fees and the remaining amount. Figures render separately from their labels. */
export const Fees = observer(() => {
  const { mode, sendInstrument, receiveInstrument, paysForCollection } = useStores().exchange;
  const { formatMessage } = useForm();
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

const ServiceFee = observer(() => {
  const { line, sendAmount } = useStores().exchange;
  const { short, to } = useForm();
  if (!line.data || sendAmount === null) return waiting;
  return `${short(serviceFee(line.data, sendAmount), 'up')}\u00a0${to}`;
});

const NetworkFee = observer(({ part }: { part: 'sending' | 'collecting' }) => {
  const fee = useStores().exchange.networkFees?.[part] ?? null;
  const { short, to } = useForm();
  return fee === null ? waiting : `${short(fee, 'up')}\u00a0${to}`;
});

const Total = observer(() => {
  const { receiveAmount } = useStores().exchange;
  const { receive } = useForm();
  return receiveAmount === null ? waiting : receive(receiveAmount);
});
