import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { networkName } from '../../coins/coinViews.ts';
import { DeliveryLines } from './DeliveryLines.tsx';
import { MayClose, PaidLine, PurchaseCard, Running } from './PurchaseCard.tsx';
import type { PurchaseStepProps } from './purchaseStep.ts';

/** The provider sends the coin. */
export const DeliveringStep = observer(({ order, fiat }: PurchaseStepProps) => {
  const { instrumentTo: to } = order.pair;
  const values = { provider: fiat.providerName, coin: to.currencyTitle, network: networkName(to) };
  return (
    <PurchaseCard>
      <PaidLine fiat={fiat} />
      <Running step="deliverSeconds">
        <FormattedMessage id="fiat.sending" values={values} />
      </Running>
      <DeliveryLines order={order} />
      <MayClose />
    </PurchaseCard>
  );
});
