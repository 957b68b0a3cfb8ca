import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { CONTENT_FEATURE } from '../../../contract/features.ts';
import { PAGES } from '../../../contract/pages.ts';
import { ExternalLink } from '../../components/buttons/Link.tsx';
import { Checkbox } from '../../components/fields/Checkbox.tsx';
import { exchangeGroup } from '../../stores/exchange/exchangeGroup.ts';
import { cardTermsGroup } from '../../stores/fiat/cardTermsGroup.ts';
import { fiatGroup } from '../../stores/fiat/fiatGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import styles from '../exchange/delivery/Consents.module.css';

/** The consent to the terms of this site and of the provider, who sells the coins. It gets the focus when the form was sent without it. */
export const PurchaseConsent = observer(() => {
  const { submission, purchase, cardTerms, health, locale } = useStores(exchangeGroup, cardTermsGroup, fiatGroup);
  const box = useRef<HTMLInputElement>(null);
  const { problem } = purchase;
  useEffect(() => {
    if (problem === 'terms') box.current?.focus();
  }, [problem]);
  const { terms } = cardTerms;
  if (!terms) return null;
  const { providerName, termsUrl } = terms;
  const accept = (areAccepted: boolean): void => {
    submission.acceptTerms(areAccepted);
    purchase.acceptTerms(areAccepted);
  };
  return (
    <Checkbox
      ref={box}
      id="exchange-terms"
      checked={submission.areTermsAccepted && purchase.areTermsAccepted}
      onChange={accept}
      error={problem === 'terms' && <FormattedMessage id="fiat.terms.first" values={{ provider: providerName }} />}
    >
      <FormattedMessage
        id="fiat.terms"
        values={{
          provider: providerName,
          own: (words) =>
            health.hasFeature(CONTENT_FEATURE) ? (
              <a key="own" className={styles['link']} href={locale.path(PAGES.terms.path)} target="_blank" rel="noopener">
                {words}
              </a>
            ) : (
              words
            ),
          theirs: (words) => (
            <ExternalLink key="theirs" href={termsUrl} className={styles['link'] ?? ''}>
              {words}
            </ExternalLink>
          ),
        }}
      />
    </Checkbox>
  );
});
