import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { useFiatTexts } from '../useFiatTexts.ts';
import { PayAtProvider } from './PayAtProvider.tsx';
import { PurchaseCard } from './PurchaseCard.tsx';
import type { PurchaseStepProps } from './purchaseStep.ts';

/** The bank holds the money, and the provider wants to verify the customer before it takes it. */
export const VerifyingStep = observer(({ order, fiat }: PurchaseStepProps) => {
  const { exact } = useFiatTexts();
  const provider = fiat.providerName;
  return (
    <PurchaseCard>
      <Notice kind="warning">
        <FormattedMessage id="fiat.verifying" values={{ provider, amount: exact(fiat.amount, fiat.currency) }} />
      </Notice>
      <div>
        <PayAtProvider
          order={order}
          fiat={fiat}
          title={<FormattedMessage id="fiat.verify.title" values={{ provider }} />}
          label={<FormattedMessage id="fiat.verifying.open" values={{ provider }} />}
        >
          <p>
            <FormattedMessage id="fiat.verify.documents" values={{ provider }} />
          </p>
        </PayAtProvider>
      </div>
      <p className="hint">
        <FormattedMessage id="fiat.verifying.late" values={{ provider }} />
      </p>
    </PurchaseCard>
  );
});
