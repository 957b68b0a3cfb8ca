import { ArrowRightIcon } from '../../../components/icons/pageIcons.tsx';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { withDecimals } from '../../../../contract/formatAmount.ts';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { InstrumentLogo } from '../InstrumentLogo.tsx';
import { useMoney } from '../useMoney.ts';
import pendingStyles from './pending.module.css';
import styles from '../order.module.css';

/** The exchange that is being created, for the customer to check. */
export const PendingExchange = observer(() => {
  const { formatMessage } = useIntl();
  const { money } = useMoney();
  // The draft is deleted once its order exists, a moment before the order's page opens.
  const { draft: current } = useStores(orderGroup).orderCreation;
  const [draft, setDraft] = useState(current);
  if (current && current !== draft) setDraft(current);
  if (!draft) return <Skeleton shape="title" />;
  const { pair, payload } = draft;
  return (
    <div className={pendingStyles['legs']} role="group" aria-label={formatMessage({ id: 'order.pending.exchange' })}>
      <span className={pendingStyles['leg']}>
        <InstrumentLogo instrument={pair.instrumentFrom} />
        {money(payload.claimedDepositAmount, pair.instrumentFrom)}
      </span>
      <ArrowRightIcon />
      <span className={pendingStyles['leg']}>
        <InstrumentLogo instrument={pair.instrumentTo} />
        <span className={styles['quietSign']}>{payload.rateMode === 'FIXED' ? '=' : '≈'}</span>
        {money(withDecimals(pair.amountToGet, pair.instrumentTo.precisionDecimals), pair.instrumentTo)}
      </span>
    </div>
  );
});
