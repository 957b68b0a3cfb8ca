import { FormattedMessage, useIntl } from 'react-intl';
import { brand } from '../../../brand.ts';
import { Card } from '../../../components/layout/Card.tsx';
import { ContactLink } from '../../order/ContactLink.tsx';
import order from '../../order/order.module.css';
import { ProviderContact } from '../stages/ProviderContact.tsx';
import type { PurchaseStepProps } from '../stages/purchaseStep.ts';

/** Who sells and who refunds, and how to reach both. */
export function PurchaseSupport({ order: purchase, fiat }: PurchaseStepProps) {
  const { formatMessage } = useIntl();
  return (
    <Card aria-label={formatMessage({ id: 'fiat.who' })} className={order['rows']}>
      <p className="hint">
        <FormattedMessage id="fiat.support" values={{ provider: fiat.providerName, brand: brand.name }} />
      </p>
      <ProviderContact fiat={fiat} />
      <div>
        <ContactLink orderId={purchase.orderId} />
      </div>
    </Card>
  );
}
