import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Disclosure } from '../../../components/layout/Disclosure.tsx';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { ReceivePanel } from '../../exchange/amounts/ReceivePanel.tsx';
import { SendPanel } from '../../exchange/amounts/SendPanel.tsx';
import { TermsConsent, Warnings } from '../../exchange/delivery/Consents.tsx';
import { DestinationFields } from '../../exchange/delivery/DestinationFields.tsx';
import { EmailField } from '../../exchange/delivery/EmailField.tsx';
import { RefundAddress } from '../../exchange/delivery/RefundFields.tsx';
import { Cashback } from '../../exchange/rate/Cashback.tsx';
import { PairStopped } from '../../exchange/rate/PairStopped.tsx';
import { MarketPrice, SwapButton } from '../../exchange/rate/RateBar.tsx';
import { RateModes } from '../../exchange/rate/RateModes.tsx';
import { SubmitButton } from '../../exchange/SubmitButton.tsx';
import { useExchangeTexts } from '../../exchange/useExchangeTexts.ts';
import { ServiceNotices } from '../../status/ServiceNotices.tsx';
import styles from './DeskForm.module.css';
import { Keys } from '../tools/Keys.tsx';
import { FeeStrip } from './FeeStrip.tsx';
import { modifierOf } from '../tools/useShortcuts.ts';
import { ModeAmount } from './ModeAmount.tsx';
import { Presets } from './Presets.tsx';
import { useSubmitKeys } from './useSubmitKeys.ts';

/** The exchange form with both amounts and both addresses side by side. */
export const DeskForm = observer(() => {
  const { formatMessage } = useIntl();
  const { exchange, platform } = useStores(exchangeGroup);
  const { from } = useExchangeTexts();
  const form = useRef<HTMLFormElement>(null);
  useSubmitKeys(form);
  return (
    <section aria-label={formatMessage({ id: 'exchange.form' })} id="exchange-form" className={styles['section']}>
      <form ref={form} noValidate className={styles['form']} onSubmit={(event) => event.preventDefault()}>
        <ServiceNotices instruments={[exchange.sendInstrument, exchange.receiveInstrument]} />
        <div className={styles['sides']}>
          <SendPanel dense />
          <div className={styles['swap']}>
            <SwapButton />
          </div>
          <ReceivePanel dense />
        </div>
        <div className={styles['presets']}>
          <Presets />
          <MarketPrice />
        </div>
        <PairStopped />
        <RateModes Amount={ModeAmount} />
        <div className={styles['two']}>
          <div className={styles['fields']}>
            <DestinationFields />
          </div>
          <div className={styles['fields']}>
            <RefundAddress
              isRequired={exchange.mode === 'FIXED'}
              brief={formatMessage({ id: 'desk.refundHint' }, { coin: from })}
            />
          </div>
        </div>
        <FeeStrip />
        <Cashback />
        <Email />
        <Warnings />
        <SubmitButton
          consent={<TermsConsent />}
          keys={
            // The button says what the keys do.
            <span className={styles['keys']} aria-hidden="true">
              <Keys keys={[modifierOf(platform.about), 'Enter']} />
            </span>
          }
        />
      </form>
    </section>
  );
});

/** A customer gets the mails of an account; a guest may give an address. */
const Email = observer(() => {
  const { delivery, session } = useStores(exchangeGroup);
  if (session.isSignedIn && delivery.email === '') return null;
  return (
    <Disclosure className={styles['email']} open={delivery.email !== ''} summary={<FormattedMessage id="desk.email" />}>
      <EmailField />
    </Disclosure>
  );
});
