import { FormattedMessage } from 'react-intl';
import { DefinitionList } from '../../../components/data/DefinitionList.tsx';
import { AddressText } from '../../order/AddressText.tsx';
import { TransactionLink } from '../../order/TransactionLink.tsx';
import type { PurchaseStepProps } from './purchaseStep.ts';

/** Where the coin goes, with its transaction once it is known. */
export function DeliveryLines({ order }: Pick<PurchaseStepProps, 'order'>) {
  const [delivery] = order.withdrawals;
  return (
    <DefinitionList
      items={[
        {
          id: 'to',
          term: <FormattedMessage id="fiat.details.address" />,
          detail: <AddressText address={order.destinationAddress} />,
        },
        ...(delivery?.txHash
          ? [
              {
                id: 'transaction',
                term: <FormattedMessage id="fiat.transaction" />,
                detail: <TransactionLink hash={delivery.txHash} url={delivery.explorerUrl} />,
              },
            ]
          : []),
      ]}
    />
  );
}
