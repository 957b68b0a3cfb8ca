import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { StepList, type StepListItem } from '../../components/data/StepList.tsx';
import { Card } from '../../components/layout/Card.tsx';
import { exchangeGroup } from '../../stores/exchange/exchangeGroup.ts';
import { cardTermsGroup } from '../../stores/fiat/cardTermsGroup.ts';
import { fiatGroup } from '../../stores/fiat/fiatGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { payoutSeconds } from '../coins/coinViews.ts';
import { useDuration } from '../coins/useDuration.ts';
import styles from '../exchange/NextSteps.module.css';
import { useExchangeTexts } from '../exchange/useExchangeTexts.ts';
import { useFiatTexts } from './useFiatTexts.ts';

/** The steps of a purchase after the button, and what happens if a step fails. */
export const BuySteps = observer(() => {
  const { formatMessage } = useIntl();
  const { cardTerms, exchange, purchase } = useStores(exchangeGroup, cardTermsGroup, fiatGroup);
  const { to } = useExchangeTexts();
  const { provider } = useFiatTexts();
  const duration = useDuration();
  const values = { provider, coin: to };
  const step = (id: 'verify' | 'pay' | 'confirm' | 'receive'): StepListItem => ({
    id,
    title: <FormattedMessage id={`fiat.next.${id}`} values={values} />,
    detail: <FormattedMessage id={`fiat.next.${id}Detail`} values={values} />,
  });
  const usual = cardTerms.terms?.usual;
  // Until purchases tell more, the network's own time.
  const network = exchange.receiveInstrument && payoutSeconds(exchange.receiveInstrument);
  const timed = (id: 'confirm' | 'receive', seconds: number | null): StepListItem => ({
    ...step(id),
    ...(seconds !== null && { time: formatMessage({ id: 'exchange.next.time' }, { time: duration(seconds) }) }),
  });
  return (
    <Card title={<FormattedMessage id="exchange.next" />}>
      <StepList
        steps={[
          ...(purchase.needsVerification ? [step('verify')] : []),
          step('pay'),
          timed('confirm', usual?.confirmSeconds ?? null),
          timed('receive', usual?.deliverSeconds ?? network),
        ]}
      />
      <p className={`${styles['anyway']} hint`}>
        <FormattedMessage id="fiat.next.anyway" values={values} />
      </p>
    </Card>
  );
});
