import { FormattedMessage } from 'react-intl';
import { MoneyBack } from './MoneyBack.tsx';
import { PurchaseEnd } from './PurchaseEnd.tsx';
import type { PurchaseStepProps } from './purchaseStep.ts';

/** The provider cancelled the payment. If money was held, the bank releases it. */
export const CancelledStep = ({ order, fiat }: PurchaseStepProps) => (
  <PurchaseEnd order={order} fiat={fiat} stage="CANCELLED">
    {fiat.wasHeld ? (
      <MoneyBack fiat={fiat} />
    ) : (
      <p>
        <FormattedMessage id="fiat.notCharged" />
      </p>
    )}
  </PurchaseEnd>
);
