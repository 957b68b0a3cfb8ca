import type { ReactNode } from 'react';
import { Controller, type Control } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { object, string } from 'yup';
import { isMailAddress } from '../../../../contract/email.ts';
import { Field } from '../../../components/fields/Field.tsx';
import { TextInput } from '../../../components/fields/TextInput.tsx';
import type { MessageId } from '../../../i18n/messages.ts';
import type { TypedEmail } from '../../../stores/TypedEmail.ts';
import { MailboxTick } from '../../email/MailboxTick.tsx';

export const emailSchema = object({ email: string().required().test('email', isMailAddress) });

interface EmailInputProps {
  control: Control<{ email: string }>;
  label: ReactNode;
  hint: ReactNode;
  /** Why the host refused the address. */
  problem: MessageId | null;
  /** The form checks it before it sends the address (D22). */
  typedEmail: TypedEmail;
}

/** The e-mail field of a form. */
export function EmailInput({ control, label, hint, problem, typedEmail }: EmailInputProps) {
  const { formatMessage } = useIntl();
  return (
    <Controller
      control={control}
      name="email"
      render={({ field: { onChange, ...field }, fieldState }) => (
        <div>
          <Field
            label={label}
            hint={hint}
            error={
              fieldState.invalid ? formatMessage({ id: 'EMAIL_VALIDATION_ERROR' }) : problem && formatMessage({ id: problem })
            }
          >
            {(aria) => (
              <TextInput
                {...aria}
                {...field}
                type="email"
                autoComplete="email"
                inputMode="email"
                onChange={(typed) => onChange(typedEmail.type(typed))}
              />
            )}
          </Field>
          <MailboxTick email={typedEmail} />
        </div>
      )}
    />
  );
}
