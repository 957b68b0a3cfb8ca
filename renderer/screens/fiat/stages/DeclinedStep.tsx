import { FormattedMessage } from 'react-intl';
import { MoneyBack } from './MoneyBack.tsx';
import { PurchaseEnd } from './PurchaseEnd.tsx';
import type { PurchaseStepProps } from './purchaseStep.ts';

/** The bank refused the card. */
export const DeclinedStep = ({ order, fiat }: PurchaseStepProps) => (
  <PurchaseEnd order={order} fiat={fiat} stage="DECLINED">
    {fiat.wasHeld ? (
      <MoneyBack fiat={fiat} />
    ) : (
      <p>
        <FormattedMessage id="fiat.declined" />
      </p>
    )}
  </PurchaseEnd>
);
