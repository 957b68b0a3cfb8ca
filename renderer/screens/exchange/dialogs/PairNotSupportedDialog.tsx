import { observer } from 'mobx-react-lite';
import { Button } from '../../../components/buttons/Button.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import styles from './dialogs.module.css';
import { useStopReason } from '../rate/PairStopped.tsx';
import { useExchangeTexts } from '../useExchangeTexts.ts';

/** Popup for a pair that is not active, with two alternatives. */
export const PairNotSupportedDialog = observer(() => {
  const { dialogs, exchange } = useStores(exchangeGroup);
  const { formatMessage, names } = useExchangeTexts();
  const reason = useStopReason();
  const stopped = exchange.stoppedSide;
  return (
    <Dialog
      title={formatMessage({ id: 'exchange.unsupportedTitle' }, names())}
      closeLabel={formatMessage({ id: 'exchange.close' })}
      onClose={dialogs.close}
      footer={
        <div className={styles['actions']}>
          <Button onClick={() => dialogs.open({ name: 'selector', data: { side: 'send' } })}>
            {formatMessage({ id: 'exchange.unsupportedSend' })}
          </Button>
          <Button onClick={() => dialogs.open({ name: 'selector', data: { side: 'receive' } })}>
            {formatMessage({ id: 'exchange.unsupportedReceive' })}
          </Button>
        </div>
      }
    >
      <p>
        {stopped
          ? `${reason ?? ''} ${formatMessage({ id: 'exchange.stopped.wait' })}`
          : formatMessage({ id: 'exchange.unsupportedHelp' })}
      </p>
    </Dialog>
  );
});
