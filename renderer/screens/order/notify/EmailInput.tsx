import type { ReactNode } from 'react';
import { Controller, type Control } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { object, string } from 'yup';
import { isMailAddress, normaliseEmail } from '../../../../contract/email.ts';
import { Field } from '../../../components/fields/Field.tsx';
import { TextInput } from '../../../components/fields/TextInput.tsx';
import type { MessageId } from '../../../i18n/messages.ts';

export const emailSchema = object({ email: string().required().test('email', isMailAddress) });

interface EmailInputProps {
  control: Control<{ email: string }>;
  label: ReactNode;
  hint: ReactNode;
  /** Why the host refused the address. */
  problem: MessageId | null;
  /** The input before the plus sign is removed (D22). */
  onType?: (typed: string) => void;
}

/** The e-mail field of a form. */
export function EmailInput({ control, label, hint, problem, onType }: EmailInputProps) {
  const { formatMessage } = useIntl();
  return (
    <Controller
      control={control}
      name="email"
      render={({ field: { onChange, ...field }, fieldState }) => (
        <Field
          label={label}
          hint={hint}
          error={fieldState.invalid ? formatMessage({ id: 'EMAIL_VALIDATION_ERROR' }) : problem && formatMessage({ id: problem })}
        >
          {(aria) => (
            <TextInput
              {...aria}
              {...field}
              type="email"
              autoComplete="email"
              inputMode="email"
              onChange={(typed) => {
                onType?.(typed);
                onChange(normaliseEmail(typed));
              }}
            />
          )}
        </Field>
      )}
    />
  );
}
