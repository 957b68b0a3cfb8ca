import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { MayClose, PaidLine, PurchaseCard, Running } from './PurchaseCard.tsx';
import type { PurchaseStepProps } from './purchaseStep.ts';

/** The money is taken; the provider prepares the coin. */
export const PaidStep = observer(({ order, fiat }: PurchaseStepProps) => {
  const values = { provider: fiat.providerName, coin: order.pair.instrumentTo.currencyTitle };
  return (
    <PurchaseCard>
      <PaidLine fiat={fiat} />
      <Running step="deliverSeconds">
        <FormattedMessage id="fiat.preparing" values={values} />
      </Running>
      <MayClose />
    </PurchaseCard>
  );
});
