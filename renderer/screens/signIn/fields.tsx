import type { ReactNode } from 'react';
import { Controller, type Control, type FieldValues, type Path } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { normaliseEmail } from '../../../contract/email.ts';
import { Field } from '../../components/fields/Field.tsx';
import { TextInput } from '../../components/fields/TextInput.tsx';
import { PasswordInput } from './PasswordInput.tsx';

interface SignInFieldProps<Values extends FieldValues> {
  control: Control<Values, unknown, Values>;
  error: string | null;
  /** Gets the focus when the dialog opens. */
  isFirst?: boolean;
}

/** The e-mail of an account, which password managers store as the user name. A plus sign is removed (D22). */
export function EmailField<Values extends FieldValues & { email: string }>({
  control,
  error,
  isFirst = false,
  autoComplete = 'username',
  hint,
  isMarked = false,
  onEmail,
}: SignInFieldProps<Values> & {
  /** `username webauthn` offers passkeys too. */
  autoComplete?: 'username' | 'username webauthn';
  hint?: ReactNode;
  /** Invalid together with another field, which has the text. */
  isMarked?: boolean;
  onEmail: (email: string) => void;
}) {
  const { formatMessage } = useIntl();
  return (
    <Controller
      control={control}
      name={'email' as Path<Values>}
      render={({ field: { onChange, ...field } }) => (
        <Field label={formatMessage({ id: 'signIn.email' })} hint={hint} error={error} reserve={false}>
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
              onChange={(typed) => {
                const email = normaliseEmail(typed);
                onEmail(email);
                onChange(email);
              }}
            />
          )}
        </Field>
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
