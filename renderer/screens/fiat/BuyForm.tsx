import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { Card } from '../../components/layout/Card.tsx';
import { exchangeGroup } from '../../stores/exchange/exchangeGroup.ts';
import { cardTermsGroup } from '../../stores/fiat/cardTermsGroup.ts';
import { fiatGroup } from '../../stores/fiat/fiatGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { AmountAside } from '../exchange/amounts/AmountAside.tsx';
import { AmountSide } from '../exchange/amounts/AmountSide.tsx';
import { DeviationConsent } from '../exchange/delivery/Consents.tsx';
import { DestinationFields } from '../exchange/delivery/DestinationFields.tsx';
import styles from '../exchange/ExchangeForm.module.css';
import { PairStopped } from '../exchange/rate/PairStopped.tsx';
import { FORM_ID, SubmitButton } from '../exchange/SubmitButton.tsx';
import { useExchangeTexts } from '../exchange/useExchangeTexts.ts';
import { ServiceNotices } from '../status/ServiceNotices.tsx';
import { BuyPresets } from './BuyPresets.tsx';
import { BuyRate } from './BuyRate.tsx';
import { BuyReceive } from './BuyReceive.tsx';
import { PurchaseConsent } from './PurchaseConsent.tsx';
import { PurchaseFees } from './PurchaseFees.tsx';
import { ThresholdNote } from './ThresholdNote.tsx';
import { useFiatTexts } from './useFiatTexts.ts';
import { VerificationNotice } from './VerificationNotice.tsx';

/** The form of a card purchase. What needs documents is said before anything is asked for. */
export const BuyForm = observer(() => {
  const { formatMessage } = useIntl();
  const { exchange, purchase } = useStores(exchangeGroup, fiatGroup);
  const { need, areTermsAccepted } = purchase;
  const label = useLabel();
  return (
    <Card padding="tight" aria-label={formatMessage({ id: 'fiat.form' })} id={FORM_ID}>
      <form noValidate className={styles['form']} onSubmit={(event) => event.preventDefault()}>
        <ServiceNotices instruments={[exchange.receiveInstrument]} />
        <ThresholdNote />
        <div>
          <AmountSide
            side="send"
            dense={false}
            label={formatMessage({ id: 'fiat.youPay' })}
            aside={<AmountAside side="send" />}
            foot={<FormattedMessage id="fiat.ownCard" />}
          />
          <BuyRate />
          <BuyReceive />
        </div>
        <BuyPresets />
        <PairStopped />
        <DestinationFields />
        <PurchaseFees />
        <DeviationConsent />
        <VerificationNotice />
        <SubmitButton
          action={{ label, isComplete: areTermsAccepted && need !== 'smallerAmount', submit: purchase.submit }}
          consent={<PurchaseConsent />}
        />
      </form>
    </Card>
  );
});

/** Returns the label of the button once the fields are complete: what the purchase needs first, or the purchase. */
function useLabel(): string {
  const { formatMessage } = useIntl();
  const { purchase, exchange, cardTerms } = useStores(exchangeGroup, cardTermsGroup, fiatGroup);
  const { amountOf, to } = useExchangeTexts();
  const { provider, round } = useFiatTexts();
  const { need, mostUnverified } = purchase;
  switch (need) {
    case null:
      return formatMessage({ id: 'fiat.button.buy' }, { coin: to, amount: amountOf('send') });
    case 'smallerAmount': {
      if (mostUnverified === null) return formatMessage({ id: 'fiat.button.rejected' }, { provider });
      const currency = cardTerms.currencyOf(exchange.send)?.currencyTitle ?? '';
      return formatMessage({ id: 'fiat.button.smallerAmount' }, { amount: round(mostUnverified, currency) });
    }
    default:
      return formatMessage({ id: `fiat.button.${need}` }, { coin: to });
  }
}
