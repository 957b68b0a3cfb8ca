import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { CLAIM_WRONG_NETWORK_FEATURE, type Order } from '../../../../contract/api/orders.ts';
import { Card } from '../../../components/Card.tsx';
import { Disclosure } from '../../../components/Disclosure.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { hasExtra } from '../../../stores/order/ExtraDepositStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useHydrated } from '../../../useHydrated.ts';
import { ClaimStates } from './ClaimStates.tsx';
import { claimWords, type ClaimWords } from './claimWords.ts';
import styles from '../order.module.css';

/* Few orders need them: they come when one does. */
const ExtraDeposits = lazy(() => import('./ExtraDeposits.tsx').then((module) => ({ default: module.ExtraDeposits })));
const ClaimForm = lazy(() => import('./ClaimForm.tsx').then((module) => ({ default: module.ClaimForm })));

/** What can be about an order besides itself (D6): money that came in addition, and money that did not find it. */
export const Besides = observer(({ order }: { order: Order }) => {
  const isHydrated = useHydrated();
  const words = claimWords(order, useStores().health.hasFeature(CLAIM_WRONG_NETWORK_FEATURE));
  return (
    <>
      <ClaimStates order={order} />
      {hasExtra(order) && (isHydrated ? <Extra order={order} /> : <Waiting />)}
      {words && <Claim order={order} words={words} />}
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

function Claim({ order, words }: { order: Order; words: ClaimWords }) {
  const [isOpen, setOpen] = useState(false);
  const name = order.pair.instrumentFrom.network?.memoName ?? 'Memo';
  return (
    <Disclosure summary={<FormattedMessage id={words.summary} values={{ name }} />} onToggle={setOpen}>
      {isOpen && (
        <Suspense fallback={<div className={styles['emailRoom']} aria-busy="true" />}>
          <ClaimForm order={order} leads={words.leads} />
        </Suspense>
      )}
    </Disclosure>
  );
}
