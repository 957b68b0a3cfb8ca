import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { MayClose, PurchaseCard, Running } from './PurchaseCard.tsx';
import { PayAtProvider } from './PayAtProvider.tsx';
import type { PurchaseStepProps } from './purchaseStep.ts';

/** The bank checks the card, and may ask the customer to approve the payment. */
export const AuthorisingStep = observer(({ order, fiat }: PurchaseStepProps) => {
  const provider = fiat.providerName;
  return (
    <PurchaseCard>
      <Running step="confirmSeconds">
        <FormattedMessage id="fiat.authorising" />
      </Running>
      <div>
        <PayAtProvider
          order={order}
          fiat={fiat}
          title={<FormattedMessage id="fiat.back.title" values={{ provider }} />}
          label={<FormattedMessage id="fiat.back" values={{ provider }} />}
        >
          <p>
            <FormattedMessage id="fiat.authorising.code" />
          </p>
        </PayAtProvider>
      </div>
      <MayClose />
    </PurchaseCard>
  );
});
