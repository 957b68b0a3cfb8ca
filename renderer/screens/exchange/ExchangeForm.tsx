import { observer } from 'mobx-react-lite';
import { Card } from '../../components/Card.tsx';
import { worthInUsd } from '../../stores/exchange/estimate.ts';
import { useStores } from '../../StoresContext.tsx';
import { Consents } from './delivery/Consents.tsx';
import { AddressField, addressNames } from './delivery/AddressField.tsx';
import { MemoField } from './delivery/MemoField.tsx';
import styles from './ExchangeForm.module.css';
import { Cashback } from './rate/Cashback.tsx';
import { Fees } from './rate/Fees.tsx';
import { PairStopped } from './rate/PairStopped.tsx';
import { RateBar } from './rate/RateBar.tsx';
import { RateModes } from './rate/RateModes.tsx';
import { ReceivePanel } from './amounts/ReceivePanel.tsx';
import { RefundFields } from './delivery/RefundFields.tsx';
import { AmountAside } from './amounts/AmountAside.tsx';
import { AmountSide } from './amounts/AmountSide.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { useForm } from './useForm.ts';

/** The send side with its bounds. */
const SendPanel = observer(() => {
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

/** Destination address and memo. */
const DestinationFields = observer(() => {
  const { exchange } = useStores();
  const { formatMessage } = useForm();
  const instrument = exchange.receiveInstrument;
  return (
    <>
      <AddressField
        name="destination"
        instrument={instrument}
        label={formatMessage({ id: 'exchange.address' }, addressNames(instrument))}
        hint={formatMessage({ id: 'exchange.addressHint' })}
      />
      {instrument?.requiresMemo && <MemoField name="destination" instrument={instrument} />}
    </>
  );
});

/** The exchange form: both amounts, the rate, addresses, fees and the submit button. */
export const ExchangeForm = observer(() => {
  const { formatMessage } = useForm();
  return (
    <Card padding="tight" aria-label={formatMessage({ id: 'exchange.form' })} id="exchange-form">
      {/* The button handles Enter. Before hydration, the form must not be submitted. */}
      <form noValidate className={styles['form']} onSubmit={(event) => event.preventDefault()}>
        <div>
          <SendPanel />
          <RateBar />
          <ReceivePanel />
        </div>
        <PairStopped />
        <RateModes />
        <DestinationFields />
        <div className={styles['lines']}>
          <RefundFields />
          <Fees />
        </div>
        <Cashback />
        <Consents />
        <SubmitButton />
      </form>
    </Card>
  );
});
