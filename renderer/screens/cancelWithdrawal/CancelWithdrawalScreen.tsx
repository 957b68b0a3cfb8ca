import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import type { Withdrawal } from '../../../contract/api/withdrawals.ts';
import { formatAmount } from '../../../contract/formatAmount.ts';
import { Button } from '../../components/buttons/Button.tsx';
import { classNames } from '../../components/classNames.ts';
import { DefinitionList } from '../../components/data/DefinitionList.tsx';
import { LinkButton } from '../../components/buttons/LinkButton.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import { intlOf } from '../../i18n/intlOf.ts';
import type { AppStores } from '../../stores/createAppStores.ts';
import { findStoppable, stopWithdrawal, type StopFailure } from '../../stores/account/stopWithdrawal.ts';
import { useStores } from '../../StoresContext.tsx';
import { useHydrated } from '../../useHydrated.ts';
import { LocalTime } from '../order/LocalTime.tsx';
import { usePageTitle } from '../order/usePageTitle.ts';
import styles from '../unsubscribe/unsubscribe.module.css';

export async function load({ locale, page }: AppStores): Promise<null> {
  const intl = intlOf(locale.code, locale.messages);
  page.setTitle(intl.formatMessage({ id: 'stopWithdrawal.title' }));
  return null;
}

const TOKEN = /^#([A-Za-z0-9_-]{22})$/;
const DECIMALS = 2;

/**
 * `/cancel-withdrawal#token`, the link of the e-mail about a withdrawal (D60). The token is in the fragment, which no server receives.
 * Opening the page changes nothing, because mail programs open links automatically: the button stops the withdrawal.
 */
export const Screen = observer(() => {
  const { formatMessage } = useIntl();
  const { hash } = useLocation();
  const isHydrated = useHydrated();
  const token = TOKEN.exec(hash)?.[1];
  usePageTitle(formatMessage({ id: 'stopWithdrawal.title' }));
  return (
    <div className={classNames('page-width', styles['page'])}>
      <PageHeading title={<FormattedMessage id="stopWithdrawal.title" />} lead={<FormattedMessage id="stopWithdrawal.lead" />} />
      {isHydrated && token === undefined ? (
        <Notice kind="warning" actions={<ToWithdrawals />}>
          <FormattedMessage id="stopWithdrawal.missing" />
        </Notice>
      ) : (
        <Stop key={token ?? ''} token={token} />
      )}
    </div>
  );
});

const Stop = observer(({ token }: { token: string | undefined }) => {
  const { platform } = useStores();
  const [withdrawal, setWithdrawal] = useState<Withdrawal | null>(null);
  const [failure, setFailure] = useState<StopFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (call: typeof findStoppable): Promise<void> => {
    if (token === undefined) return;
    setBusy(true);
    setFailure(null);
    const answer = await call(platform, token);
    if (typeof answer === 'string') setFailure(answer);
    else setWithdrawal(answer);
    setBusy(false);
  };
  const read = useEffectEvent(() => void run(findStoppable));
  useEffect(() => read(), [token]);
  return (
    <>
      {failure && (
        <Notice kind="warning" role="alert" {...(failure === 'unknown' && { actions: <ToWithdrawals /> })}>
          <FormattedMessage id={`stopWithdrawal.${failure}`} />
        </Notice>
      )}
      {withdrawal && <Details withdrawal={withdrawal} />}
      {!withdrawal && !failure && (
        <p role="status">
          <FormattedMessage id="stopWithdrawal.loading" />
        </p>
      )}
      {(withdrawal?.isCancellable || failure === 'failed') && (
        <Button variant="danger" size="large" className={styles['button']} busy={isBusy} onClick={() => void run(stopWithdrawal)}>
          <FormattedMessage id="stopWithdrawal.button" />
        </Button>
      )}
    </>
  );
});

/** Leads to the list where a customer can stop a withdrawal without the link. */
const ToWithdrawals = observer(() => {
  const { locale } = useStores();
  return (
    <LinkButton size="small" href={locale.path('/profile/withdraw')}>
      <FormattedMessage id="stopWithdrawal.withdrawals" />
    </LinkButton>
  );
});

/** What would be sent where, or what has become of it. */
const Details = observer(({ withdrawal }: { withdrawal: Withdrawal }) => {
  const { locale } = useStores();
  const { state, amount, arrives, address, waitUntil } = withdrawal;
  const usdt = (value: string) => `${formatAmount(value, locale.code, DECIMALS)} USDT`;
  if (state === 'WAITING' || state === 'HELD' || state === 'DELAYED' || withdrawal.isCancellable) {
    const isDelayed = state === 'DELAYED';
    const time = waitUntil === null || isDelayed ? null : <LocalTime at={waitUntil} format="dateTime" />;
    const delayed = <FormattedMessage id="stopWithdrawal.DELAYED" />;
    return (
      <DefinitionList
        items={[
          { id: 'amount', term: <FormattedMessage id="stopWithdrawal.amount" />, detail: usdt(amount) },
          { id: 'arrives', term: <FormattedMessage id="stopWithdrawal.arrives" />, detail: usdt(arrives) },
          {
            id: 'to',
            term: <FormattedMessage id="stopWithdrawal.address" />,
            detail: (
              <span className="mono" translate="no">
                {address}
              </span>
            ),
          },
          ...(time === null ? [] : [{ id: 'time', term: <FormattedMessage id="stopWithdrawal.time" />, detail: time }]),
          ...(isDelayed ? [{ id: 'state', term: <FormattedMessage id="stopWithdrawal.state" />, detail: delayed }] : []),
        ]}
      />
    );
  }
  const isBack = state === 'CANCELLED' || state === 'FAILED';
  return (
    <Notice
      kind={isBack ? 'success' : 'danger'}
      role="status"
      actions={
        <LinkButton size="small" href={locale.path('/profile/info')}>
          <FormattedMessage id="stopWithdrawal.account" />
        </LinkButton>
      }
    >
      <FormattedMessage id={`stopWithdrawal.${state}`} values={{ amount: formatAmount(amount, locale.code, DECIMALS) }} />
    </Notice>
  );
});
