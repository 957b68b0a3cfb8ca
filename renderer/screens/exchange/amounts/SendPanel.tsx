import { observer } from 'mobx-react-lite';
import { worthInUsd } from '../../../stores/exchange/estimate.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useExchangeTexts } from '../useExchangeTexts.ts';
import { AmountAside } from './AmountAside.tsx';
import { AmountSide } from './AmountSide.tsx';

/** The send side with its bounds. */
export const SendPanel = observer(({ dense = false }: { dense?: boolean }) => {
  const { exchange } = useStores(exchangeGroup);
  const { formatMessage, exact } = useExchangeTexts();
  const { sendAmount, line, problem } = exchange;
  const worth = sendAmount !== null && line.data && !problem ? worthInUsd(line.data, 'send', sendAmount) : null;
  return (
    <AmountSide
      side="send"
      dense={dense}
      label={formatMessage({ id: 'exchange.youSend' })}
      aside={<AmountAside side="send" />}
      foot={worth !== null && formatMessage({ id: 'exchange.aboutUsd' }, { amount: exact(worth) })}
    />
  );
});
