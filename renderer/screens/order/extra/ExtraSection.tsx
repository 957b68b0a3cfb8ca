import { CLAIM_WRONG_NETWORK_FEATURE } from '../../../../contract/features.ts';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { Disclosure } from '../../../components/layout/Disclosure.tsx';
import { hasExtra } from '../../../../contract/orderStage.ts';
import type { MessageId } from '../../../i18n/messages.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useHydrated } from '../../../useHydrated.ts';
import { LoadingCard } from '../LoadingCard.tsx';
import { RefundDecimals } from '../RefundDecimals.tsx';
import { ClaimStates } from './ClaimStates.tsx';
import styles from '../order.module.css';

// Few orders need these parts, so they load on demand.
const ExtraDeposits = lazy(() => import('./ExtraDeposits.tsx').then((module) => ({ default: module.ExtraDeposits })));
const ClaimForm = lazy(() => import('./ClaimForm.tsx').then((module) => ({ default: module.ClaimForm })));

/** Extra deposits of the order, and the form that claims a payment the host did not find (D6). */
export const ExtraSection = observer(({ order }: { order: Order }) => {
  const isHydrated = useHydrated();
  const texts = claimTexts(order, useStores().health.hasFeature(CLAIM_WRONG_NETWORK_FEATURE));
  return (
    <>
      <ClaimStates order={order} />
      {hasExtra(order) && (isHydrated ? <Extra order={order} /> : <LoadingCard />)}
      {texts && <Claim order={order} texts={texts} />}
    </>
  );
});

function Extra({ order }: { order: Order }) {
  return (
    <Suspense fallback={<LoadingCard />}>
      <RefundDecimals order={order}>
        <ExtraDeposits order={order} />
      </RefundDecimals>
    </Suspense>
  );
}

function Claim({ order, texts }: { order: Order; texts: ClaimTexts }) {
  const [isOpen, setOpen] = useState(false);
  const name = order.pair.instrumentFrom.network?.memoName ?? 'Memo';
  return (
    <Disclosure summary={<FormattedMessage id={texts.summary} values={{ name }} />} onToggle={setOpen}>
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
