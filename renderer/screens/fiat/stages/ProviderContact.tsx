import { FormattedMessage } from 'react-intl';
import type { FiatPurchase } from '../../../../contract/api/fiat.ts';

/** The provider's number of the purchase, and the address of its support. */
export function ProviderContact({ fiat: { providerName, reference, supportEmail } }: { fiat: FiatPurchase }) {
  if (reference === null && supportEmail === null) return null;
  return (
    <p className="hint">
      {reference !== null && (
        <FormattedMessage
          id="fiat.support.number"
          values={{
            provider: providerName,
            number: (
              <span className="mono" translate="no">
                {reference}
              </span>
            ),
          }}
        />
      )}{' '}
      {supportEmail !== null && (
        <FormattedMessage
          id="fiat.support.email"
          values={{
            email: (
              <a key="email" href={`mailto:${supportEmail}`}>
                {supportEmail}
              </a>
            ),
          }}
        />
      )}
    </p>
  );
}
