import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import type { AppStores } from '../../../stores/createAppStores.ts';
import { withdrawGroup } from '../../../stores/account/WithdrawStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { networkName } from '../../coins/coinViews.ts';
import { LocalTime } from '../../order/LocalTime.tsx';
import { AccountFrame } from '../AccountFrame.tsx';
import { LoadingCard } from '../LoadingCard.tsx';
import { Usdt } from '../Usdt.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { KnownAddresses } from './KnownAddresses.tsx';
import { CreatedDialog } from './CreatedDialog.tsx';
import { NextSteps } from './NextSteps.tsx';
import { WithdrawalList } from './WithdrawalList.tsx';
import { waitOf } from './waitOf.ts';
import { WithdrawForm } from './WithdrawForm.tsx';
import styles from './withdraw.module.css';

export async function load(stores: AppStores): Promise<null> {
  const { withdraw } = withdrawGroup(stores);
  await withdraw.load();
  return null;
}

/** `/profile/withdraw`: the form of a withdrawal, what happens next, and all withdrawals (D60). */
export const Screen = observer(() => {
  const { withdraw } = useStores(withdrawGroup);
  const { terms, confirmation, created } = withdraw;
  useEffect(() => withdraw.start(), [withdraw]);
  return (
    <AccountFrame
      title={<FormattedMessage id="withdraw.title" />}
      lead={
        terms ? (
          <FormattedMessage
            id={withdraw.waitReasons.length > 0 ? 'withdraw.leadWait' : 'withdraw.lead'}
            values={{
              network: networkName(terms.instrument),
              usual: Math.max(1, Math.ceil(terms.usualSeconds / 60)),
              ...waitOf(terms),
            }}
          />
        ) : (
          <Skeleton />
        )
      }
      {...(terms && { summary: <Usdt amount={terms.balance} /> })}
    >
      {terms ? (
        <>
          {terms.opensAt !== undefined && (
            <Notice kind="warning">
              <FormattedMessage id="withdraw.opensAt" values={{ until: <LocalTime at={terms.opensAt} format="dateTime" /> }} />
            </Notice>
          )}
          {terms.frozenUntil !== null && (
            <Notice kind="warning">
              <FormattedMessage id="withdraw.frozen" values={{ until: <LocalTime at={terms.frozenUntil} format="dateTime" /> }} />
            </Notice>
          )}
          <div className={styles['columns']}>
            <WithdrawForm terms={terms} />
            <div className={styles['aside']}>
              <NextSteps terms={terms} />
              <KnownAddresses terms={terms} />
            </div>
          </div>
          <WithdrawalList />
        </>
      ) : (
        <LoadingCard />
      )}
      {confirmation && <ConfirmDialog confirmation={confirmation} />}
      {created && <CreatedDialog created={created} />}
    </AccountFrame>
  );
});
