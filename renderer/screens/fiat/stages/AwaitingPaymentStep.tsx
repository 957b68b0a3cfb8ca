import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { Figure } from '../../../components/data/Figure.tsx';
import { InformationIcon } from '../../../components/icons/icons.tsx';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import order from '../../order/order.module.css';
import { useMoney } from '../../order/useMoney.ts';
import { useFiatTexts } from '../useFiatTexts.ts';
import { PayAtProvider } from './PayAtProvider.tsx';
import { PurchaseCard } from './PurchaseCard.tsx';
import type { PurchaseStepProps } from './purchaseStep.ts';

/** The customer pays at the provider. After the form, the question whether to open its page is shown at once. */
export const AwaitingPaymentStep = observer(({ order: purchase, fiat }: PurchaseStepProps) => {
  const { orderCreation } = useStores(orderGroup);
  const { exact } = useFiatTexts();
  const { money } = useMoney();
  const provider = fiat.providerName;
  const amount = exact(fiat.amount, fiat.currency);
  const coins = money(purchase.amountToGet, purchase.pair.instrumentTo);
  return (
    <PurchaseCard>
      <Figure label={<FormattedMessage id="fiat.toPay" />} value={amount} />
      <PayAtProvider
        order={purchase}
        fiat={fiat}
        title={<FormattedMessage id="fiat.next.pay" values={{ provider }} />}
        label={<FormattedMessage id="fiat.pay" values={{ provider }} />}
        isAsked={orderCreation.created?.orderId === purchase.orderId}
      >
        <p>
          <FormattedMessage id="fiat.pay.for" values={{ amount, coins }} />
        </p>
        <p className="hint">
          <FormattedMessage id="fiat.pay.card" />
        </p>
      </PayAtProvider>
      <p className={order['note']}>
        <InformationIcon />
        <span>
          <FormattedMessage id="fiat.pay.late" />
        </span>
      </p>
    </PurchaseCard>
  );
});
