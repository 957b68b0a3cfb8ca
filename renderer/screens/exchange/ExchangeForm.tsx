import { observer } from 'mobx-react-lite';
import { Card } from '../../components/layout/Card.tsx';
import { exchangeGroup } from '../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { ServiceNotices } from '../status/ServiceNotices.tsx';
import { TermsConsent, Warnings } from './delivery/Consents.tsx';
import { DestinationFields } from './delivery/DestinationFields.tsx';
import styles from './ExchangeForm.module.css';
import { Cashback } from './rate/Cashback.tsx';
import { Fees } from './rate/Fees.tsx';
import { PairStopped } from './rate/PairStopped.tsx';
import { RateBar } from './rate/RateBar.tsx';
import { RateModes } from './rate/RateModes.tsx';
import { ReceivePanel } from './amounts/ReceivePanel.tsx';
import { RefundFields } from './delivery/RefundFields.tsx';
import { SendPanel } from './amounts/SendPanel.tsx';
import { FORM_ID, SubmitButton } from './SubmitButton.tsx';
import { useExchangeTexts } from './useExchangeTexts.ts';

/** The exchange form: both amounts, the rate, addresses, fees and the submit button. */
export const ExchangeForm = observer(() => {
  const { formatMessage } = useExchangeTexts();
  const { sendInstrument, receiveInstrument } = useStores(exchangeGroup).exchange;
  return (
    <Card padding="tight" aria-label={formatMessage({ id: 'exchange.form' })} id={FORM_ID}>
      {/* The button handles Enter. Before hydration, the form must not be submitted. */}
      <form noValidate className={styles['form']} onSubmit={(event) => event.preventDefault()}>
        <ServiceNotices instruments={[sendInstrument, receiveInstrument]} />
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
        <Warnings />
        <SubmitButton consent={<TermsConsent />} />
      </form>
    </Card>
  );
});
