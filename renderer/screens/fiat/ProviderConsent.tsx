import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { ExternalLink } from '../../components/buttons/Link.tsx';
import { Checkbox } from '../../components/fields/Checkbox.tsx';
import { cardTermsGroup } from '../../stores/fiat/cardTermsGroup.ts';
import { fiatGroup } from '../../stores/fiat/fiatGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import styles from '../exchange/delivery/Consents.module.css';

/** The consent to the terms of the provider, who sells the coins. It gets the focus when the form was sent without it. */
export const ProviderConsent = observer(() => {
  const { purchase, cardTerms } = useStores(cardTermsGroup, fiatGroup);
  const box = useRef<HTMLInputElement>(null);
  const { problem, areTermsAccepted } = purchase;
  useEffect(() => {
    if (problem === 'terms') box.current?.focus();
  }, [problem]);
  const { terms } = cardTerms;
  if (!terms) return null;
  const { providerName, termsUrl } = terms;
  return (
    <Checkbox
      ref={box}
      checked={areTermsAccepted}
      onChange={purchase.acceptTerms}
      error={problem === 'terms' && <FormattedMessage id="fiat.terms.first" values={{ provider: providerName }} />}
    >
      <FormattedMessage
        id="fiat.terms"
        values={{
          provider: providerName,
          a: (words) => (
            <ExternalLink key="terms" href={termsUrl} className={styles['link'] ?? ''}>
              {words}
            </ExternalLink>
          ),
        }}
      />
    </Checkbox>
  );
});
