import { yupResolver } from '@hookform/resolvers/yup';
import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { object, string } from 'yup';
import { Button } from '../../../components/buttons/Button.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { securityGroup } from '../../../stores/account/SecurityStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { PasswordField } from '../../signIn/fields.tsx';
import { FormError } from '../../signIn/SignInParts.tsx';
import { useSignInForm } from '../../signIn/useSignInForm.ts';
import styles from './info.module.css';

interface MessengerDialogProps {
  isLinked: boolean;
  /** False: another proof is asked for when the call is made. */
  asksPassword: boolean;
  onClose: () => void;
}

/** Links the messenger that the customer is in to the account, or ends the link. */
export const MessengerDialog = observer(({ isLinked, asksPassword, onClose }: MessengerDialogProps) => {
  const { formatMessage } = useIntl();
  const { security, notifications } = useStores(securityGroup);
  const { form, submit, errorOf, formError } = useSignInForm({
    resolver: yupResolver(
      object({ currentPassword: asksPassword ? string().required('signIn.enterPassword') : string().defined() }),
    ),
    defaultValues: { currentPassword: '' },
    send: async ({ currentPassword }) => {
      const password = asksPassword ? currentPassword : undefined;
      const refusal = await (isLinked ? security.unlinkMessenger(password) : security.linkMessenger(password));
      if (refusal === null) {
        notifications.show({
          kind: 'success',
          message: isLinked ? 'security.messengerUnlinkDone' : 'security.messengerLinkDone',
        });
        onClose();
      }
      return refusal === 'cancelled' ? null : refusal;
    },
  });
  return (
    <Dialog
      title={formatMessage({ id: isLinked ? 'security.messengerUnlinkTitle' : 'security.messengerLinkTitle' })}
      closeLabel={formatMessage({ id: 'signIn.close' })}
      onClose={onClose}
    >
      <form noValidate className={styles['form']} onSubmit={submit}>
        <p className="hint">
          <FormattedMessage id={isLinked ? 'security.messengerUnlinkLead' : 'security.messengerLinkLead'} />
        </p>
        <FormError>{formError}</FormError>
        {asksPassword && (
          <PasswordField
            control={form.control}
            name="currentPassword"
            isFirst
            label={formatMessage({ id: 'security.currentPassword' })}
            autoComplete="current-password"
            error={errorOf('currentPassword')}
          />
        )}
        <Button
          type="submit"
          variant={isLinked ? 'danger' : 'primary'}
          size="large"
          wide
          data-autofocus={!asksPassword || undefined}
          busy={form.formState.isSubmitting}
        >
          <FormattedMessage id={isLinked ? 'security.messengerUnlink' : 'security.messengerLink'} />
        </Button>
      </form>
    </Dialog>
  );
});
