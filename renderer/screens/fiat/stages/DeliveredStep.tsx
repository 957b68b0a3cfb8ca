import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { LinkButton } from '../../../components/buttons/LinkButton.tsx';
import { Figure } from '../../../components/data/Figure.tsx';
import { SwapIcon } from '../../../components/icons/icons.tsx';
import { RepeatIcon } from '../../../components/icons/pageIcons.tsx';
import { coinFor } from '../../../stores/exchange/firstAmount.ts';
import { useStores } from '../../../StoresContext.tsx';
import styles from '../../order/order.module.css';
import { PrintReceipt } from '../../order/receipt/PrintReceipt.tsx';
import { RepeatLink } from '../../order/RepeatLink.tsx';
import { useMoney } from '../../order/useMoney.ts';
import { DeliveryLines } from './DeliveryLines.tsx';
import { Done, PurchaseCard } from './PurchaseCard.tsx';
import type { PurchaseStepProps } from './purchaseStep.ts';

/** The coin was sent, with its transaction, and the next actions. */
export const DeliveredStep = observer(({ order, fiat }: PurchaseStepProps) => {
  const { locale } = useStores();
  const { figure } = useMoney();
  const { instrumentTo: to } = order.pair;
  const amount = order.withdrawals[0]?.amount ?? order.amountToGet;
  const exchange = `/exchange-${to.slug}-${coinFor(to.slug, '')}?amount=${amount}`;
  return (
    <PurchaseCard>
      <Figure label={<FormattedMessage id="fiat.sent" />} value={figure(amount, to)} unit={to.currencyTitle} />
      <Done>
        <FormattedMessage id="fiat.delivered" values={{ provider: fiat.providerName }} />
      </Done>
      <DeliveryLines order={order} />
      <div className={styles['ways']}>
        <PrintReceipt order={order} />
        <RepeatLink order={order} variant="quiet" icon={<RepeatIcon />}>
          <FormattedMessage id="fiat.again" />
        </RepeatLink>
        <LinkButton icon={<SwapIcon />} href={locale.path(exchange)}>
          <FormattedMessage id="fiat.exchange" values={{ coin: to.currencyTitle }} />
        </LinkButton>
      </div>
    </PurchaseCard>
  );
});
