import { observer } from 'mobx-react-lite';
import { useStores } from '../../../StoresContext.tsx';
import { AmountSide } from './AmountSide.tsx';
import { AmountAside } from './AmountAside.tsx';
import { worthInUsd } from '../../../stores/exchange/estimate.ts';
import { useForm } from '../useForm.ts';

/** What the customer sends, with its bounds. */
export const SendPanel = observer(() => {
  const { exchange } = useStores();
  const { formatMessage, exact } = useForm();
  const { sendAmount, line } = exchange;
  const worth = sendAmount !== null && line.data ? worthInUsd(line.data, 'send', sendAmount) : null;
  return (
    <AmountSide
      side="send"
      label={formatMessage({ id: 'exchange.youSend' })}
      aside={<AmountAside side="send" />}
      foot={worth !== null && formatMessage({ id: 'exchange.aboutUsd' }, { amount: exact(worth) })}
    />
  );
});
