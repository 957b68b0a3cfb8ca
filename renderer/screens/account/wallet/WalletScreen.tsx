import { WalletIcon, WithdrawIcon } from '../../../components/icons/accountIcons.tsx';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Wallet } from '../../../../contract/api/withdrawals.ts';
import { formatAmount } from '../../../../contract/formatAmount.ts';
import { Card } from '../../../components/layout/Card.tsx';
import { EmptyState } from '../../../components/feedback/EmptyState.tsx';
import { LinkButton } from '../../../components/buttons/LinkButton.tsx';
import type { AppStores } from '../../../stores/createAppStores.ts';
import { walletGroup } from '../../../stores/account/WalletStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { EarnedNotice } from '../EarnedNotice.tsx';
import { LoadingCard } from '../LoadingCard.tsx';
import { AccountFrame } from '../AccountFrame.tsx';
import { Usdt, USDT_DECIMALS } from '../Usdt.tsx';
import { MovementList } from './MovementList.tsx';
import styles from './wallet.module.css';

export async function load(stores: AppStores): Promise<null> {
  const { wallet } = walletGroup(stores);
  await wallet.load();
  return null;
}

/** `/profile/wallet`: what the customer has, and everything that changed it (D66). */
export const Screen = observer(() => {
  const { wallet: store } = useStores(walletGroup);
  const { wallet } = store;
  useEffect(() => store.start(), [store]);
  return (
    <AccountFrame
      title={<FormattedMessage id="wallet.title" />}
      lead={<FormattedMessage id="wallet.lead" />}
      {...(wallet && { summary: <Usdt amount={wallet.balance} /> })}
    >
      {wallet ? (
        <>
          <EarnedNotice earned={wallet.balance} />
          <Balance wallet={wallet} />
          {wallet.since === null ? <NewAccount wallet={wallet} /> : <MovementList wallet={wallet} />}
        </>
      ) : (
        <LoadingCard />
      )}
    </AccountFrame>
  );
});

const Balance = observer(({ wallet: { balance, leaving } }: { wallet: Wallet }) => {
  const { formatMessage } = useIntl();
  const { locale, wallet } = useStores(walletGroup);
  const format = (value: string) => formatAmount(value, locale.code, USDT_DECIMALS);
  return (
    <Card aria-label={formatMessage({ id: 'wallet.balance' })} className={styles['sums']}>
      <dl className={styles['figures']}>
        <div className={styles['main']}>
          <dt>
            <FormattedMessage id="wallet.available" />
          </dt>
          <dd className={`numeric ${styles['big']}`}>
            {format(balance)} <small>USDT</small>
          </dd>
        </div>
        <div>
          <dt>
            <FormattedMessage id="wallet.leaving" />
          </dt>
          <dd className={`numeric ${styles['middle']}`}>{format(leaving.amount)}</dd>
          <dd className="hint">
            <FormattedMessage id="wallet.leavingCount" values={{ count: leaving.count }} />
          </dd>
        </div>
        <div>
          <dt>
            <FormattedMessage id="wallet.expected" />
          </dt>
          <dd className={`numeric ${styles['middle']}`}>≈ {format(wallet.expected)}</dd>
          <dd className="hint">
            <FormattedMessage id="wallet.expectedHelp" />
          </dd>
        </div>
      </dl>
      <LinkButton variant="primary" icon={<WithdrawIcon />} href={locale.path('/profile/withdraw')}>
        <FormattedMessage id="wallet.withdraw" />
      </LinkButton>
    </Card>
  );
});

const NewAccount = observer(({ wallet: { minimum } }: { wallet: Wallet }) => {
  const { locale } = useStores();
  return (
    <Card>
      <EmptyState
        icon={<WalletIcon size="large" />}
        title={<FormattedMessage id="wallet.empty" />}
        actions={
          <>
            <LinkButton variant="primary" size="small" href={locale.path('/')}>
              <FormattedMessage id="wallet.exchange" />
            </LinkButton>
            <LinkButton size="small" href={locale.path('/profile/affiliate-program')}>
              <FormattedMessage id="wallet.link" />
            </LinkButton>
          </>
        }
      >
        <FormattedMessage id="wallet.emptyHelp" values={{ minimum: formatAmount(minimum, locale.code) }} />
      </EmptyState>
    </Card>
  );
});
