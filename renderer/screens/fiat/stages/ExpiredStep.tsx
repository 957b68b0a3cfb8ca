import { FormattedMessage } from 'react-intl';
import { PurchaseEnd } from './PurchaseEnd.tsx';
import type { PurchaseStepProps } from './purchaseStep.ts';

/** Nobody paid in time. A payment that was made all the same still changes the page. */
export const ExpiredStep = ({ order, fiat }: PurchaseStepProps) => (
  <PurchaseEnd order={order} fiat={fiat} stage="EXPIRED">
    <p>
      <FormattedMessage id="fiat.expired" />
    </p>
  </PurchaseEnd>
);
