import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { RESEND_MS } from '../../../../contract/accounts/accounts.ts';
import { formatAmount } from '../../../../contract/formatAmount.ts';
import { shortenedEmail } from '../../../../contract/shortened.ts';
import { AmountOutput } from '../../../components/amounts/AmountOutput.tsx';
import { Button } from '../../../components/buttons/Button.tsx';
import { DefinitionList } from '../../../components/data/DefinitionList.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { ClockIcon, ShieldIcon } from '../../../components/icons/pageIcons.tsx';
import type { WithdrawConfirmation } from '../../../stores/account/WithdrawConfirmation.ts';
import { withdrawGroup } from '../../../stores/account/WithdrawStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { networkName } from '../../coins/coinViews.ts';
import { useNow } from '../../shell/useNow.ts';
import { ResendCode } from '../../signIn/ResendCode.tsx';
import { LocalDate } from '../LocalDate.tsx';
import { ProofMethods } from '../proof/ProofMethods.tsx';
import { Usdt, USDT_DECIMALS } from '../Usdt.tsx';
import { waitOf } from './waitOf.ts';
import styles from './withdraw.module.css';

const MARKED = 6;
const SECOND_MS = 1_000;

interface ConfirmationProps {
  confirmation: WithdrawConfirmation;
}

/** The last look before the money leaves, and its proof (D69). Amount, fee and address stay visible while the proof is asked for. */
export const ConfirmDialog = observer(({ confirmation }: ConfirmationProps) => {
  const { formatMessage } = useIntl();
  const { withdraw, locale } = useStores(withdrawGroup);
  const { terms, target, arrives, work, feeUntil } = confirmation;
  const { waitReasons, isReviewed } = withdraw;
  useEffect(() => confirmation.follow(), [confirmation]);
  const values = {
    network: networkName(terms.instrument),
    ...waitOf(terms),
    limit: formatAmount(terms.reviewAbove, locale.code),
  };
  return (
    <Dialog
      title={<FormattedMessage id="withdraw.confirm" />}
      closeLabel={formatMessage({ id: 'exchange.close' })}
      onClose={withdraw.close}
      dismissible={work !== 'sending'}
      footer={
        <p className={styles['bound']}>
          <ShieldIcon size="small" />
          <FormattedMessage id="withdraw.bound" />
        </p>
      }
    >
      <div className={styles['dialog']}>
        <Problems confirmation={confirmation} />
        <div>
          <span className={styles['label']}>
            <FormattedMessage id="withdraw.arrives" />
          </span>
          <AmountOutput text={formatAmount(arrives, locale.code, USDT_DECIMALS)} unit="USDT" />
        </div>
        <DefinitionList
          items={[
            { id: 'amount', term: <FormattedMessage id="withdraw.fromBalance" />, detail: <Usdt amount={target.amount} /> },
            {
              id: 'fee',
              term: <FormattedMessage id="withdraw.networkFee" values={values} />,
              detail: (
                <>
                  − <Usdt amount={terms.networkFee} />
                </>
              ),
            },
            ...(feeUntil === null
              ? []
              : [
                  {
                    id: 'held',
                    term: (
                      <span className={styles['held']}>
                        <ClockIcon size="small" />
                        <FormattedMessage id="withdraw.feeHeld" />
                      </span>
                    ),
                    detail: <FeeTime until={feeUntil} />,
                  },
                ]),
          ]}
        />
        <div className={styles['recipient']}>
          <span className={styles['label']}>
            <FormattedMessage id="withdraw.toOn" values={values} />
          </span>
          <p className={`mono ${styles['whole']}`} translate="no">
            <b>{target.address.slice(0, MARKED)}</b>
            {target.address.slice(MARKED, -MARKED)}
            <b>{target.address.slice(-MARKED)}</b>
          </p>
          <span className="hint">
            <Earlier confirmation={confirmation} />
          </span>
        </div>
        <ProofOfWithdrawal key={confirmation.round} confirmation={confirmation} />
        <p className="hint">
          {waitReasons.length > 0 && (
            <>
              <FormattedMessage id="withdraw.confirmWait" values={values} />{' '}
            </>
          )}
          {isReviewed && (
            <>
              <FormattedMessage id="withdraw.confirmReview" values={values} />{' '}
            </>
          )}
          <FormattedMessage id="withdraw.confirmFinal" />
        </p>
      </div>
    </Dialog>
  );
});

/** What has changed since the customer looked, or why nothing was taken. */
const Problems = observer(({ confirmation }: ConfirmationProps) => {
  const { locale } = useStores();
  const { rise, terms, failure, work, retry } = confirmation;
  const format = (amount: string) => formatAmount(amount, locale.code, USDT_DECIMALS);
  return (
    <>
      {rise && (
        <Notice
          kind="warning"
          role="alert"
          title={<FormattedMessage id="withdraw.feeRose.title" values={{ fee: format(terms.networkFee) }} />}
        >
          <FormattedMessage id="withdraw.feeRose" values={{ less: format(rise) }} />
        </Notice>
      )}
      {failure && (
        <Notice
          kind={failure === 'OVER' ? 'warning' : 'danger'}
          role="alert"
          actions={
            <Button size="small" data-autofocus busy={work !== null} onClick={() => void retry()}>
              <FormattedMessage id="withdraw.retry" />
            </Button>
          }
        >
          <FormattedMessage id={failure === 'main_error' ? failure : `withdraw.failure.${failure}`} />
        </Notice>
      )}
    </>
  );
});

/** How long the fee still holds: "0:52" */
function FeeTime({ until }: { until: number }) {
  const now = useNow(SECOND_MS);
  const seconds = Math.max(0, Math.ceil((until - now) / SECOND_MS));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Whether the address was used before. */
const Earlier = observer(({ confirmation: { terms, target } }: ConfirmationProps) => {
  const known = terms.knownAddresses.find(({ address }) => address === target.address);
  if (!known || known.timesSent === 0) return <FormattedMessage id="withdraw.firstUse" />;
  return (
    <FormattedMessage id="withdraw.usedTimes" values={{ times: known.timesSent, date: <LocalDate at={known.lastUsedAt} /> }} />
  );
});

const ProofOfWithdrawal = observer(({ confirmation }: ConfirmationProps) => {
  const { formatMessage } = useIntl();
  const { session, locale } = useStores();
  const { challenge, arrives, work, send, start, startedAt } = confirmation;
  if (!challenge) return work === 'starting' && <Starting />;
  const amount = formatAmount(arrives, locale.code, USDT_DECIMALS);
  const sendAgain = async (): Promise<null> => {
    await start();
    return null;
  };
  return (
    <ProofMethods
      challenge={challenge}
      isAction
      onSend={send}
      onConfirmedInBrowser={() => void send({})}
      submit={<FormattedMessage id="withdraw.sendNow" values={{ amount }} />}
      passkeySubmit={<FormattedMessage id="withdraw.sendByPasskey" values={{ amount }} />}
      mailed={{
        label: formatMessage({ id: 'withdraw.mailedCode' }, { email: shortenedEmail(session.account?.email ?? '') }),
        hint: <ResendCode at={startedAt + RESEND_MS} onSend={sendAgain} />,
      }}
    />
  );
});

/** As high as the form that replaces it. */
function Starting() {
  const { formatMessage } = useIntl();
  return (
    <div className={styles['starting']} role="status" aria-label={formatMessage({ id: 'shell.loading' })}>
      <Skeleton shape="body" width="full" />
      <Skeleton shape="amount" width="full" />
      <Skeleton shape="amount" width="full" />
    </div>
  );
}
