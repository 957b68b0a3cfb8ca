import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { object, string } from 'yup';
import type { Closing } from '../../../../contract/api/accountEnd.ts';
import { formatAmount } from '../../../../contract/formatAmount.ts';
import { isPositive } from '../../../../contract/money.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { Link } from '../../../components/buttons/Link.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import type { MessageId } from '../../../i18n/messages.ts';
import type { AccountEndStore } from '../../../stores/account/AccountEndStore.ts';
import { hasAccountPage } from '../../../guardAccount.ts';
import { useStores } from '../../../StoresContext.tsx';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useYupForm } from '../../../forms/useYupForm.ts';
import { PasswordField } from '../../signIn/fields.tsx';
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
export const CloseAccountDialog = ({ accountEnd, closing }: CloseAccountDialogProps) =>
  closing.obstacles.length > 0 ? (
    <Obstacles accountEnd={accountEnd} closing={closing} />
  ) : (
    <CloseForm accountEnd={accountEnd} closing={closing} />
  );

const Obstacles = observer(({ accountEnd, closing: { obstacles } }: CloseAccountDialogProps) => {
  const { formatMessage } = useIntl();
  const { health, locale } = useStores();
  return (
    <Dialog
      title={<FormattedMessage id="accountEnd.dialogTitle" />}
      closeLabel={formatMessage({ id: 'signIn.close' })}
      onClose={accountEnd.closeDialog}
    >
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
    </Dialog>
  );
});

/** Asks for the password, if the account has one. */
const CloseForm = observer(({ accountEnd, closing }: CloseAccountDialogProps) => {
  const { formatMessage } = useIntl();
  const { locale, session } = useStores();
  const { forfeited, minimumWithdrawal, needsPassword = true } = closing;
  const usdt = (value: string) => `${formatAmount(value, locale.code)} USDT`;
  const form = useYupForm({
    schema: object({ password: needsPassword ? string().required('signIn.enterPassword') : string().defined() }),
    defaultValues: { password: '' },
    send: async ({ password }) => {
      const refusal = await accountEnd.close(forfeited, password);
      return refusal && !needsPassword ? { ...refusal, fields: [] } : refusal;
    },
  });
  return (
    <FormDialog
      title={<FormattedMessage id="accountEnd.dialogTitle" />}
      form={form}
      submitLabel={<FormattedMessage id="accountEnd.confirm" />}
      isDanger
      onClose={accountEnd.closeDialog}
    >
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
      {session.account?.email && (
        <input type="email" name="username" autoComplete="username" value={session.account.email} readOnly hidden />
      )}
      {needsPassword && (
        <PasswordField
          control={form.form.control}
          name="password"
          label={formatMessage({ id: 'signIn.password' })}
          autoComplete="current-password"
          error={form.errorOf('password')}
        />
      )}
    </FormDialog>
  );
});
