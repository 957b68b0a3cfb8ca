import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { CLAIM_ELSEWHERE_FEATURE, type Order } from '../../../contract/api/orders.ts';
import { Card } from '../../components/Card.tsx';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { hasExtra } from '../../stores/order/ExtraDepositStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { useHydrated } from '../../useHydrated.ts';
import styles from './order.module.css';

/* Few orders need them: they come when one does. */
const ExtraDeposits = lazy(() => import('./ExtraDeposits.tsx').then((module) => ({ default: module.ExtraDeposits })));
const ClaimForm = lazy(() => import('./ClaimForm.tsx').then((module) => ({ default: module.ClaimForm })));

/** What can be about an order besides itself (D6): money that came in addition, and money that did not find it. */
export const Besides = observer(({ order }: { order: Order }) => {
  const isHydrated = useHydrated();
  const { health } = useStores();
  const { instrumentFrom } = order.pair;
  const isShared = order.depositAddressMemo !== null;
  // One key has one address on all networks of this family; others with chain ids are each alone in theirs.
  const isElsewhereOurs = !isShared && instrumentFrom.network?.family === 'evm' && health.hasFeature(CLAIM_ELSEWHERE_FEATURE);
  return (
    <>
      {hasExtra(order) && (isHydrated ? <Extra order={order} /> : <Waiting />)}
      {(isShared || isElsewhereOurs) && <Claim order={order} />}
    </>
  );
});

function Extra({ order }: { order: Order }) {
  return (
    <Suspense fallback={<Waiting />}>
      <ExtraDeposits order={order} />
    </Suspense>
  );
}

function Waiting() {
  return (
    <Card aria-busy="true" className={styles['stage']}>
      <Skeleton shape="title" width="half" />
      <Skeleton shape="amount" width="full" />
    </Card>
  );
}

/**
 * Networks with memos share one address among orders, and some payments come without theirs. Elsewhere an order has an
 * address of its own, and some payments come to it on another network.
 */
function Claim({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false);
  const name = order.pair.instrumentFrom.network?.memoName ?? 'Memo';
  const summary = order.depositAddressMemo === null ? 'claim.summaryElsewhere' : 'claim.summary';
  return (
    <Disclosure summary={<FormattedMessage id={summary} values={{ name }} />} onToggle={setOpen}>
      {isOpen && (
        <Suspense fallback={<div className={styles['emailRoom']} aria-busy="true" />}>
          <ClaimForm order={order} />
        </Suspense>
      )}
    </Disclosure>
  );
}
