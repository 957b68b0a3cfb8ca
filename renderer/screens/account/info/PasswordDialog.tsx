import { yupResolver } from '@hookform/resolvers/yup';
import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../components/buttons/Button.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { securityGroup } from '../../../stores/account/SecurityStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { PasswordField } from '../../signIn/fields.tsx';
import { FormError } from '../../signIn/SignInParts.tsx';
import { changePasswordSchema, MIN_PASSWORD_CHARACTERS } from '../../signIn/signInSchema.ts';
import { useSignInForm } from '../../signIn/useSignInForm.ts';
import styles from './info.module.css';

interface PasswordDialogProps {
  email: string | null;
  hasPassword: boolean;
  onClose: () => void;
}

/** Changes the password, or sets the first one. All other sessions end. */
export const PasswordDialog = observer(({ email, hasPassword, onClose }: PasswordDialogProps) => {
  const { formatMessage } = useIntl();
  const { security, notifications } = useStores(securityGroup);
  const { form, submit, errorOf, formError } = useSignInForm({
    resolver: yupResolver(changePasswordSchema(hasPassword)),
    defaultValues: { currentPassword: '', password: '', passwordConfirm: '' },
    send: async ({ currentPassword, password }) => {
      const refusal = await security.changePassword(hasPassword ? currentPassword : undefined, password);
      if (refusal === null) {
        notifications.show({ kind: 'success', message: 'security.passwordDone' });
        onClose();
      }
      return refusal === 'cancelled' ? null : refusal;
    },
  });
  const { control } = form;
  return (
    <Dialog
      title={formatMessage({ id: hasPassword ? 'security.changePassword' : 'security.setPassword' })}
      closeLabel={formatMessage({ id: 'signIn.close' })}
      onClose={onClose}
    >
      <form noValidate className={styles['form']} onSubmit={submit}>
        {/* Password managers need to know whose password it is. */}
        <input type="email" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
        <FormError>{formError}</FormError>
        {hasPassword && (
          <PasswordField
            control={control}
            name="currentPassword"
            isFirst
            label={formatMessage({ id: 'security.currentPassword' })}
            autoComplete="current-password"
            error={errorOf('currentPassword')}
          />
        )}
        <PasswordField
          control={control}
          name="password"
          isFirst={!hasPassword}
          label={formatMessage({ id: 'signIn.newPassword.password' })}
          hint={formatMessage({ id: 'signIn.register.atLeast' }, { characters: MIN_PASSWORD_CHARACTERS })}
          autoComplete="new-password"
          error={errorOf('password')}
        />
        <PasswordField
          control={control}
          name="passwordConfirm"
          label={formatMessage({ id: 'signIn.newPassword.again' })}
          autoComplete="new-password"
          error={errorOf('passwordConfirm')}
        />
        <Button type="submit" variant="primary" size="large" wide busy={form.formState.isSubmitting}>
          <FormattedMessage id={hasPassword ? 'security.passwordSave' : 'security.setPassword'} />
        </Button>
        <p className="hint">
          <FormattedMessage id="security.passwordEnds" />
        </p>
      </form>
    </Dialog>
  );
});
