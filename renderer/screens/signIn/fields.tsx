import type { ReactNode } from 'react';
import { Controller, type Control, type FieldValues, type Path } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { Field } from '../../components/fields/Field.tsx';
import { TextInput } from '../../components/fields/TextInput.tsx';
import type { MessageId } from '../../i18n/messages.ts';
import type { TypedEmail } from '../../stores/TypedEmail.ts';
import { MailboxTick } from '../email/MailboxTick.tsx';
import { PasswordInput } from './PasswordInput.tsx';

interface SignInFieldProps<Values extends FieldValues> {
  control: Control<Values, unknown, Values>;
  error: string | null;
  /** Gets the focus when the dialog opens. */
  isFirst?: boolean;
}

/** The e-mail of an account, which password managers store as the user name. */
export function EmailField<Values extends FieldValues & { email: string }>({
  control,
  error,
  isFirst = false,
  autoComplete = 'username',
  label = 'signIn.email',
  hint,
  isMarked = false,
  typedEmail,
  getsMail = true,
}: SignInFieldProps<Values> & {
  /** `username webauthn` offers passkeys too. */
  autoComplete?: 'username' | 'username webauthn';
  label?: MessageId;
  hint?: ReactNode;
  /** Invalid together with another field, which has the text. */
  isMarked?: boolean;
  /** The form checks it before it sends the address (D22). */
  typedEmail: TypedEmail;
  /** False: the form sends no mail, so nobody has to confirm the address. */
  getsMail?: boolean;
}) {
  const { formatMessage } = useIntl();
  return (
    <Controller
      control={control}
      name={'email' as Path<Values>}
      render={({ field: { onChange, ...field } }) => (
        <div>
          <Field label={formatMessage({ id: label })} hint={hint} error={error} reserve={false}>
            {(aria) => (
              <TextInput
                {...aria}
                {...field}
                {...(isMarked && { 'aria-invalid': true })}
                data-autofocus={isFirst || undefined}
                type="email"
                inputMode="email"
                autoComplete={autoComplete}
                autoCapitalize="none"
                spellCheck={false}
                maxLength={254}
                onChange={(typed) => onChange(typedEmail.type(typed))}
              />
            )}
          </Field>
          {getsMail && <MailboxTick email={typedEmail} />}
        </div>
      )}
    />
  );
}

/** A password of a form. */
export function PasswordField<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  ok,
  error,
  autoComplete,
  isFirst = false,
}: SignInFieldProps<Values> & {
  name: Path<Values>;
  label: string;
  hint?: ReactNode;
  ok?: ReactNode;
  autoComplete: 'current-password' | 'new-password';
}) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Field label={label} hint={hint} ok={ok} error={error} reserve={false}>
          {(aria) => <PasswordInput {...aria} {...field} autoComplete={autoComplete} data-autofocus={isFirst || undefined} />}
        </Field>
      )}
    />
  );
}
