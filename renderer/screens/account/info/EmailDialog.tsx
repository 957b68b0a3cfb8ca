import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { object, string } from 'yup';
import { isMailAddress } from '../../../../contract/email.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useYupForm } from '../../../forms/useYupForm.ts';
import { securityGroup } from '../../../stores/account/SecurityStore.ts';
import { TypedEmail } from '../../../stores/TypedEmail.ts';
import { useStores } from '../../../StoresContext.tsx';
import { EmailField, PasswordField } from '../../signIn/fields.tsx';

interface EmailDialogProps {
  /** null: this is the first one (D74) */
  email: string | null;
  hasPassword: boolean;
  onClose: () => void;
}

/** Changes the e-mail, or adds the first one: asks for it and the password, then for a look into the mailbox. */
export const EmailDialog = observer(({ email, hasPassword, onClose }: EmailDialogProps) => {
  const { formatMessage } = useIntl();
  const { security } = useStores(securityGroup);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [typedEmail] = useState(() => new TypedEmail());
  const form = useYupForm({
    schema: schemaFor(email, hasPassword),
    defaultValues: { email: '', currentPassword: '' },
    send: async ({ email: typed, currentPassword }) => {
      if (!typedEmail.check()) return null;
      const refusal = await security.changeEmail(typed, hasPassword ? currentPassword : undefined);
      if (refusal === null) setSentTo(typed);
      return refusal === 'cancelled' ? null : refusal;
    },
  });
  const { errorOf } = form;
  const { control } = form.form;

  if (sentTo !== null) {
    return (
      <Dialog
        key="sent"
        title={formatMessage({ id: 'security.linkSentTitle' })}
        closeLabel={formatMessage({ id: 'signIn.close' })}
        onClose={onClose}
        footer={
          <Button variant="primary" wide data-autofocus onClick={onClose}>
            <FormattedMessage id="security.done" />
          </Button>
        }
      >
        <Notice kind="information" role="status">
          <FormattedMessage id="security.linkSent" values={{ email: <b>{sentTo}</b> }} />
        </Notice>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={formatMessage({ id: email === null ? 'security.addEmail' : 'security.changeEmail' })}
      form={form}
      submitLabel={<FormattedMessage id="security.sendLink" />}
      onClose={onClose}
    >
      <p className="hint">
        {email === null ? (
          <FormattedMessage id="security.firstEmailLead" />
        ) : (
          <FormattedMessage id="security.emailLead" values={{ email: <b>{email}</b> }} />
        )}
      </p>
      <EmailField control={control} isFirst label="signIn.newEmail" error={errorOf('email')} typedEmail={typedEmail} />
      {hasPassword && (
        <PasswordField
          control={control}
          name="currentPassword"
          label={formatMessage({ id: 'security.currentPassword' })}
          autoComplete="current-password"
          error={errorOf('currentPassword')}
        />
      )}
    </FormDialog>
  );
});

const schemaFor = (email: string | null, hasPassword: boolean) =>
  object({
    email: string()
      .required('signIn.enterNewEmail')
      .test('email', 'EMAIL_VALIDATION_ERROR', (typed) => isMailAddress(typed))
      .test('other', 'security.emailSame', (typed) => typed.toLowerCase() !== email?.toLowerCase()),
    currentPassword: hasPassword ? string().required('signIn.enterPassword') : string().defined(),
  });
