import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { ProviderContact } from './ProviderContact.tsx';
import { PaidLine, PurchaseCard } from './PurchaseCard.tsx';
import type { PurchaseStepProps } from './purchaseStep.ts';

/** The money was taken, and the provider could not send the coin. Its support answers for both. */
export const DeliveryFailedStep = observer(({ fiat }: PurchaseStepProps) => {
  return (
    <PurchaseCard>
      <PaidLine fiat={fiat} />
      <Notice kind="danger">
        <FormattedMessage id="fiat.deliveryFailed" values={{ provider: fiat.providerName }} />
      </Notice>
      <ProviderContact fiat={fiat} />
    </PurchaseCard>
  );
});
