import { observer } from 'mobx-react-lite';
import { useRef, type SyntheticEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Closing } from '../../../../contract/api/accountEnd.ts';
import { formatAmount } from '../../../../contract/formatAmount.ts';
import { isPositive } from '../../../../contract/money.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { Field } from '../../../components/fields/Field.tsx';
import { Link } from '../../../components/buttons/Link.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import type { MessageId } from '../../../i18n/messages.ts';
import type { AccountEndStore } from '../../../stores/account/AccountEndStore.ts';
import { hasAccountPage } from '../../../guardAccount.ts';
import { useStores } from '../../../StoresContext.tsx';
import { PasswordInput } from '../../signIn/PasswordInput.tsx';
import styles from './close.module.css';

interface CloseAccountDialogProps {
  accountEnd: AccountEndStore;
  closing: Closing;
}

const OBSTACLES: Record<Closing['obstacles'][number], { message: MessageId; path: string }> = {
  BALANCE: { message: 'accountEnd.obstacleBalance', path: '/profile/withdraw' },
  WITHDRAWAL: { message: 'accountEnd.obstacleWithdrawal', path: '/profile/wallet' },
  ORDER: { message: 'accountEnd.obstacleOrder', path: '/profile/history' },
  FROZEN: { message: 'accountEnd.obstacleFrozen', path: '/support' },
};

/** Says what closing the account means and what it costs, or what has to end first. */
export const CloseAccountDialog = observer(({ accountEnd, closing }: CloseAccountDialogProps) => {
  const { formatMessage } = useIntl();
  const { health, locale } = useStores();
  const { obstacles, forfeited, minimumWithdrawal } = closing;
  const usdt = (value: string) => `${formatAmount(value, locale.code)} USDT`;
  return (
    <Dialog
      title={<FormattedMessage id="accountEnd.dialogTitle" />}
      closeLabel={formatMessage({ id: 'signIn.close' })}
      onClose={accountEnd.closeDialog}
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
          <Button wide onClick={accountEnd.closeDialog}>
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
          <CloseForm accountEnd={accountEnd} closing={closing} />
        </>
      )}
    </Dialog>
  );
});

/** Asks for the password, if the account has one. */
const CloseForm = observer(({ accountEnd, closing: { forfeited, needsPassword = true } }: CloseAccountDialogProps) => {
  const { formatMessage } = useIntl();
  const { session } = useStores();
  const root = useRef<HTMLFormElement>(null);
  const { form } = accountEnd;
  // Read here: the functions inside the field run outside of this observer.
  const { problem, isPending } = form;
  const { password } = form.fields;
  const isMissing = needsPassword && password === '';
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!isMissing) void accountEnd.close(forfeited);
  };

  return (
    <form ref={root} noValidate className={styles['form']} onSubmit={submit}>
      {session.account?.email && (
        <input type="email" name="username" autoComplete="username" value={session.account.email} readOnly hidden />
      )}
      {!needsPassword && problem && (
        <Notice kind="warning" role="alert">
          <FormattedMessage {...problem} />
        </Notice>
      )}
      {needsPassword && (
        <Field
          label={formatMessage({ id: 'signIn.password' })}
          error={problem && <FormattedMessage {...problem} />}
          reserve={false}
        >
          {(aria) => (
            <PasswordInput
              {...aria}
              autoComplete="current-password"
              value={password}
              onChange={(typed) => form.set({ password: typed })}
            />
          )}
        </Field>
      )}
      <Button
        type="submit"
        variant="danger"
        wide
        busy={isPending}
        missing={isMissing}
        onUnavailableClick={() => root.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()}
        unavailableReason={isMissing ? formatMessage({ id: 'signIn.enterPassword' }) : null}
      >
        <FormattedMessage id="accountEnd.confirm" />
      </Button>
    </form>
  );
});
