import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { CLAIM_WRONG_NETWORK_FEATURE } from '../../../../contract/features.ts';
import { asksToSend } from '../../../../contract/orderStage.ts';
import { Link } from '../../../components/buttons/Link.tsx';
import { InformationIcon } from '../../../components/icons/icons.tsx';
import { Disclosure } from '../../../components/layout/Disclosure.tsx';
import type { MessageId } from '../../../i18n/messages.ts';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { GuaranteeNote } from '../guarantee/GuaranteeNote.tsx';
import { GuaranteeReceipt } from '../guarantee/GuaranteeReceipt.tsx';
import styles from '../order.module.css';

/** Few customers need it, so it loads on demand. */
const ClaimForm = lazy(() => import('./ClaimForm.tsx').then((module) => ({ default: module.ClaimForm })));

/**
 * Who signed the order, whom to ask, and the form that claims a payment the host did not find (D6). Beside what is to be sent, the
 * signature has its own place.
 */
export const Questions = observer(({ order }: { order: Order }) => {
  const { health, locale, guarantee } = useStores(orderGroup);
  const texts = claimTexts(order, health.hasFeature(CLAIM_WRONG_NETWORK_FEATURE));
  return (
    <div className={styles['trust']}>
      {guarantee.state === 'verified' && !asksToSend(order) && <GuaranteeNote />}
      <GuaranteeReceipt order={order} />
      <p className={styles['note']}>
        <InformationIcon />
        <span>
          <FormattedMessage
            id="order.support"
            values={{
              link: (
                <Link href={locale.path(`/support?order=${order.orderId}`)}>
                  <FormattedMessage id="order.support.ask" />
                </Link>
              ),
            }}
          />
        </span>
      </p>
      {texts && <Claim order={order} texts={texts} />}
    </div>
  );
});

function Claim({ order, texts }: { order: Order; texts: ClaimTexts }) {
  const [isOpen, setOpen] = useState(false);
  const memoName = order.pair.instrumentFrom.network?.memoName ?? 'Memo';
  const name = memoName.charAt(0).toLowerCase() + memoName.slice(1);
  return (
    <Disclosure className={styles['more']} summary={<FormattedMessage id={texts.summary} values={{ name }} />} onToggle={setOpen}>
      {isOpen && (
        <Suspense fallback={<div className={styles['emailForm']} aria-busy="true" />}>
          <ClaimForm order={order} leads={texts.leads} />
        </Suspense>
      )}
    </Disclosure>
  );
}

interface ClaimTexts {
  summary: MessageId;
  leads: MessageId[];
}

/**
 * Returns the texts of the claim form, or null when the host finds every payment by itself. A claim is possible for a payment
 * without its memo to a shared address. For an order with its own address, it is possible for a payment on another network and
 * for one that arrived after the host stopped watching the address.
 */
function claimTexts(order: Order, isFoundOnOtherNetwork: boolean): ClaimTexts | null {
  if (order.depositAddressMemo !== null) return { summary: 'claim.summary', leads: ['claim.lead'] };
  const isLate = order.watchedUntil === null;
  // An EVM key has the same address on every EVM network.
  if (isFoundOnOtherNetwork && order.pair.instrumentFrom.network?.family === 'evm') {
    return isLate
      ? { summary: 'claim.summaryLateOrOtherNetwork', leads: ['claim.leadLate', 'claim.leadOtherNetwork'] }
      : { summary: 'claim.summaryOtherNetwork', leads: ['claim.leadOtherNetwork'] };
  }
  return isLate ? { summary: 'claim.summaryLate', leads: ['claim.leadLate'] } : null;
}
