import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { add, compare } from '../../../contract/money.ts';
import { Notice } from '../../components/feedback/Notice.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { exchangeGroup } from '../../stores/exchange/exchangeGroup.ts';
import { cardTermsGroup } from '../../stores/fiat/cardTermsGroup.ts';
import { fiatGroup } from '../../stores/fiat/fiatGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { useFiatTexts } from './useFiatTexts.ts';
import { ThresholdMeter } from './ThresholdMeter.tsx';

/** Says up to which total a customer buys without documents, and what the amount of the form needs. */
export const ThresholdNote = observer(() => {
  const { exchange, cardTerms, verification } = useStores(exchangeGroup, cardTermsGroup, fiatGroup);
  const { provider, round } = useFiatTexts();
  const { send, sendAmount } = exchange;
  const currency = cardTerms.currencyOf(send);
  if (!currency) return cardTerms.terms ? null : <Skeleton shape="block" />;
  const { currencyTitle, noKycThreshold, used, maxAmount } = currency;
  const isVerified = verification.state === 'passed' || cardTerms.terms?.isVerified === true;
  const isNeeded = !isVerified && sendAmount !== null && cardTerms.needsVerification(send, sendAmount);
  const hasUsed = used !== null && compare(used, '0') > 0;
  const title = (): 'verified' | 'needed' | 'always' | 'without' => {
    if (isVerified) return 'verified';
    if (noKycThreshold === null) return 'always';
    return isNeeded ? 'needed' : 'without';
  };
  const detail = isVerified ? 'once' : isNeeded ? 'documents' : 'above';
  const values = {
    provider,
    threshold: noKycThreshold === null ? '' : round(noKycThreshold, currencyTitle),
    amount: sendAmount === null ? '' : round(sendAmount, currencyTitle),
    used: hasUsed ? round(used, currencyTitle) : '',
  };
  return (
    <Notice
      kind={isNeeded ? 'information' : 'success'}
      title={<FormattedMessage id={`fiat.threshold.${title()}`} values={values} />}
    >
      <p>
        <FormattedMessage id={`fiat.threshold.${detail}`} values={values} />
        {hasUsed && !isVerified && (
          <>
            {' '}
            <FormattedMessage id="fiat.threshold.used" values={values} />
          </>
        )}
      </p>
      {noKycThreshold !== null && !isVerified && (
        <ThresholdMeter
          total={add(used ?? '0', sendAmount ?? '0')}
          threshold={noKycThreshold}
          maximum={maxAmount}
          labels={{
            now: sendAmount !== null && <FormattedMessage id="fiat.threshold.now" values={values} />,
            threshold: values.threshold,
            maximum: round(maxAmount, currencyTitle),
          }}
        />
      )}
    </Notice>
  );
});
