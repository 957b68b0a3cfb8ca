import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { StepList, type StepListItem } from '../../components/data/StepList.tsx';
import { Card } from '../../components/layout/Card.tsx';
import { exchangeGroup } from '../../stores/exchange/exchangeGroup.ts';
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
  const { exchange, purchase } = useStores(exchangeGroup, fiatGroup);
  const { to } = useExchangeTexts();
  const { provider } = useFiatTexts();
  const duration = useDuration();
  const values = { provider, coin: to };
  const step = (id: 'verify' | 'pay' | 'confirm' | 'receive'): StepListItem => ({
    id,
    title: <FormattedMessage id={`fiat.next.${id}`} values={values} />,
    detail: <FormattedMessage id={`fiat.next.${id}Detail`} values={values} />,
  });
  const seconds = exchange.receiveInstrument && payoutSeconds(exchange.receiveInstrument);
  const time = seconds === null ? undefined : formatMessage({ id: 'exchange.next.time' }, { time: duration(seconds) });
  return (
    <Card title={<FormattedMessage id="exchange.next" />}>
      <StepList
        steps={[
          ...(purchase.needsVerification ? [step('verify')] : []),
          step('pay'),
          step('confirm'),
          { ...step('receive'), time },
        ]}
      />
      <p className={`${styles['anyway']} hint`}>
        <FormattedMessage id="fiat.next.anyway" values={values} />
      </p>
    </Card>
  );
});
