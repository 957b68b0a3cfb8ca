import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useYupForm } from '../../../forms/useYupForm.ts';
import { securityGroup } from '../../../stores/account/SecurityStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { PasswordField } from '../../signIn/fields.tsx';
import { changePasswordSchema, MIN_PASSWORD_CHARACTERS } from '../../signIn/signInSchema.ts';

interface PasswordDialogProps {
  email: string | null;
  hasPassword: boolean;
  onClose: () => void;
}

/** Changes the password, or sets the first one. All other sessions end. */
export const PasswordDialog = observer(({ email, hasPassword, onClose }: PasswordDialogProps) => {
  const { formatMessage } = useIntl();
  const { security, notifications } = useStores(securityGroup);
  const form = useYupForm({
    schema: changePasswordSchema(hasPassword),
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
  const { errorOf } = form;
  const { control } = form.form;
  return (
    <FormDialog
      title={formatMessage({ id: hasPassword ? 'security.changePassword' : 'security.setPassword' })}
      form={form}
      submitLabel={<FormattedMessage id={hasPassword ? 'security.passwordSave' : 'security.setPassword'} />}
      onClose={onClose}
      note={<FormattedMessage id="security.passwordEnds" />}
    >
      {/* Password managers need to know whose password it is. */}
      <input type="email" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
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
    </FormDialog>
  );
});
