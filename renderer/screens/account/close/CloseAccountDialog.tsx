import { observer } from 'mobx-react-lite';
import { useState, type SyntheticEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Closing } from '../../../../contract/api/accountEnd.ts';
import { ApiError, retryAfterSeconds } from '../../../../contract/errors.ts';
import { formatAmount } from '../../../../contract/formatAmount.ts';
import { isPositive } from '../../../../contract/money.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Field } from '../../../components/Field.tsx';
import { Link } from '../../../components/Link.tsx';
import { Notice } from '../../../components/Notice.tsx';
import type { MessageId } from '../../../i18n/messages.ts';
import { hasAccountPage } from '../../../guardAccount.ts';
import { useStores } from '../../../StoresContext.tsx';
import { PasswordInput } from '../../signIn/PasswordInput.tsx';
import styles from './close.module.css';

interface CloseAccountDialogProps {
  closing: Closing;
  /** The host's current facts, when they differ from those shown. */
  onChange: (closing: Closing) => void;
  onClose: () => void;
}

const OBSTACLES: Record<Closing['obstacles'][number], { message: MessageId; path: string }> = {
  BALANCE: { message: 'accountEnd.obstacleBalance', path: '/profile/withdraw' },
  WITHDRAWAL: { message: 'accountEnd.obstacleWithdrawal', path: '/profile/wallet' },
  ORDER: { message: 'accountEnd.obstacleOrder', path: '/profile/history' },
};

/** Says what closing the account means and what it costs, or what has to end first. */
export const CloseAccountDialog = observer(({ closing, onChange, onClose }: CloseAccountDialogProps) => {
  const { formatMessage } = useIntl();
  const { health, locale } = useStores();
  const { obstacles, forfeited, minimumWithdrawal } = closing;
  const usdt = (value: string) => `${formatAmount(value, locale.code)} USDT`;
  return (
    <Dialog
      title={<FormattedMessage id="accountEnd.dialogTitle" />}
      closeLabel={formatMessage({ id: 'signIn.close' })}
      onClose={onClose}
    >
      {obstacles.length > 0 ? (
        <>
          <p>
            <FormattedMessage id="accountEnd.notYet" />
          </p>
          <ul className={styles['obstacles']}>
            {obstacles.map((obstacle) => {
              const { message, path } = OBSTACLES[obstacle];
              const isOffered = hasAccountPage(health, path);
              return (
                <li key={obstacle}>
                  <Link href={locale.path(isOffered ? path : '/support')}>
                    <FormattedMessage id={isOffered || obstacle !== 'BALANCE' ? message : 'accountEnd.obstacleNoWithdrawals'} />
                  </Link>
                </li>
              );
            })}
          </ul>
          <Button wide onClick={onClose}>
            <FormattedMessage id="accountEnd.back" />
          </Button>
        </>
      ) : (
        <>
          <p>
            <FormattedMessage id="accountEnd.means" />
          </p>
          {isPositive(forfeited) && (
            <Notice kind="warning">
              <FormattedMessage
                id="accountEnd.forfeits"
                values={{ amount: <strong>{usdt(forfeited)}</strong>, minimum: usdt(minimumWithdrawal) }}
              />
            </Notice>
          )}
          <PasswordForm forfeited={forfeited} onChange={onChange} onClose={onClose} />
        </>
      )}
    </Dialog>
  );
});

const PasswordForm = observer(
  ({ forfeited, onChange, onClose }: Omit<CloseAccountDialogProps, 'closing'> & { forfeited: string }) => {
    const { formatMessage } = useIntl();
    const { notifications, platform, session } = useStores();
    const [password, setPassword] = useState('');
    const [isBusy, setBusy] = useState(false);
    const [error, setError] = useState<{ id: MessageId; values?: { minutes: number } } | null>(null);

    const close = async (): Promise<void> => {
      setBusy(true);
      try {
        await platform.transport.call('accountEnd.close', { password, forfeited });
        onClose();
        session.end('customer');
        notifications.show({ kind: 'success', message: 'accountEnd.done' });
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        const current = failure.details?.['closing'] as Closing | undefined;
        if (current) onChange(current);
        const minutes = Math.max(1, Math.ceil((retryAfterSeconds(failure) ?? 60) / 60));
        setError({ id: current ? 'accountEnd.changed' : (PROBLEMS[failure.code] ?? 'accountEnd.failed'), values: { minutes } });
      } finally {
        setBusy(false);
      }
    };
    const submit = (event: SyntheticEvent): void => {
      event.preventDefault();
      if (!isBusy && password !== '') void close();
    };

    return (
      <form noValidate className={styles['form']} onSubmit={submit}>
        {session.account && (
          <input type="email" name="username" autoComplete="username" value={session.account.email} readOnly hidden />
        )}
        <Field label={formatMessage({ id: 'signIn.password' })} error={error && <FormattedMessage {...error} />} reserve={false}>
          {(aria) => (
            <PasswordInput
              {...aria}
              autoComplete="current-password"
              value={password}
              onChange={(typed) => {
                setPassword(typed);
                setError(null);
              }}
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="danger"
          wide
          busy={isBusy}
          unavailableReason={password === '' ? formatMessage({ id: 'signIn.enterPassword' }) : null}
        >
          <FormattedMessage id="accountEnd.confirm" />
        </Button>
      </form>
    );
  },
);

const PROBLEMS: Partial<Record<string, MessageId>> = {
  ERR_INVALID_CREDENTIALS: 'accountEnd.wrongPassword',
  ERR_TOO_MANY_REQUESTS: 'signIn.tooManyTries',
  ERR_SECOND_FACTOR_REQUIRED: 'accountEnd.confirmFirst',
};
