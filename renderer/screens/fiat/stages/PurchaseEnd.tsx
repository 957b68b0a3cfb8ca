import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { LinkButton } from '../../../components/buttons/LinkButton.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { coinFor } from '../../../stores/exchange/firstAmount.ts';
import { useStores } from '../../../StoresContext.tsx';
import styles from '../../order/order.module.css';
import { RepeatLink } from '../../order/RepeatLink.tsx';
import { PurchaseCard } from './PurchaseCard.tsx';
import type { PurchaseStepProps } from './purchaseStep.ts';

interface PurchaseEndProps extends PurchaseStepProps {
  stage: 'DECLINED' | 'CANCELLED' | 'EXPIRED';
  children: ReactNode;
}

/** A purchase that ended without a coin: why, what happened to the money, and how to try again. */
export const PurchaseEnd = observer(({ order, fiat, stage, children }: PurchaseEndProps) => {
  const { locale } = useStores();
  const { slug } = order.pair.instrumentTo;
  return (
    <PurchaseCard>
      <Notice kind="danger">
        <FormattedMessage id={`fiat.reason.${fiat.reason ?? stage}`} values={{ provider: fiat.providerName }} />
      </Notice>
      {children}
      <div className={styles['ways']}>
        <RepeatLink order={order}>
          <FormattedMessage id={fiat.reason === 'DECLINED_BY_BANK' ? 'fiat.tryAgain' : 'fiat.again'} />
        </RepeatLink>
        <LinkButton href={locale.path(`/exchange-${coinFor(slug, '')}-${slug}`)}>
          <FormattedMessage id="fiat.payWithCoins" />
        </LinkButton>
      </div>
    </PurchaseCard>
  );
});
