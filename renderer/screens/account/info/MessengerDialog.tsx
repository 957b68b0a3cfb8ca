import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { object, string } from 'yup';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useYupForm } from '../../../forms/useYupForm.ts';
import { securityGroup } from '../../../stores/account/SecurityStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { PasswordField } from '../../signIn/fields.tsx';

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
  const form = useYupForm({
    schema: object({ currentPassword: asksPassword ? string().required('signIn.enterPassword') : string().defined() }),
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
    <FormDialog
      title={formatMessage({ id: isLinked ? 'security.messengerUnlinkTitle' : 'security.messengerLinkTitle' })}
      form={form}
      submitLabel={<FormattedMessage id={isLinked ? 'security.messengerUnlink' : 'security.messengerLink'} />}
      isDanger={isLinked}
      onClose={onClose}
    >
      <p className="hint">
        <FormattedMessage id={isLinked ? 'security.messengerUnlinkLead' : 'security.messengerLinkLead'} />
      </p>
      {asksPassword && (
        <PasswordField
          control={form.form.control}
          name="currentPassword"
          isFirst
          label={formatMessage({ id: 'security.currentPassword' })}
          autoComplete="current-password"
          error={form.errorOf('currentPassword')}
        />
      )}
    </FormDialog>
  );
});
