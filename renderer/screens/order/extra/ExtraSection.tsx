import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import type { Order } from '../../../../contract/api/orders.ts';
import { hasExtra } from '../../../../contract/orderStage.ts';
import { useHydrated } from '../../../useHydrated.ts';
import { LoadingCard } from '../placeholders/LoadingCard.tsx';
import { RefundDecimals } from '../RefundDecimals.tsx';
import { ClaimStates } from './ClaimStates.tsx';

/** Few orders need it, so it loads on demand. */
const ExtraDeposits = lazy(() => import('./ExtraDeposits.tsx').then((module) => ({ default: module.ExtraDeposits })));

/** The extra deposits of the order, and what became of its claims (D6). */
export const ExtraSection = observer(({ order }: { order: Order }) => {
  const isHydrated = useHydrated();
  return (
    <>
      <ClaimStates order={order} />
      {hasExtra(order) && (isHydrated ? <Extra order={order} /> : <LoadingCard />)}
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
