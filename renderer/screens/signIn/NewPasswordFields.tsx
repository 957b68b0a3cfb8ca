import { useWatch, type Control, type FieldValues, type Path } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { PasswordField } from './fields.tsx';
import { isLongEnough, MIN_PASSWORD_CHARACTERS } from './signInSchema.ts';

interface NewPasswordFieldsProps<Values extends FieldValues> {
  control: Control<Values, unknown, Values>;
  labels: { password: string; again: string };
  errorOf: (name: 'password' | 'passwordConfirm') => string | null;
}

/** A new password and its repetition, each with a tick once it is right. */
export function NewPasswordFields<Values extends FieldValues & { password: string; passwordConfirm: string }>({
  control,
  labels,
  errorOf,
}: NewPasswordFieldsProps<Values>) {
  const { formatMessage } = useIntl();
  const [first, second] = ['password' as Path<Values>, 'passwordConfirm' as Path<Values>];
  const [password = '', again = ''] = useWatch({ control, name: [first, second] }) as [string?, string?];
  return (
    <>
      <PasswordField
        control={control}
        name={first}
        label={labels.password}
        autoComplete="new-password"
        hint={formatMessage({ id: 'signIn.register.atLeast' }, { characters: MIN_PASSWORD_CHARACTERS })}
        ok={isLongEnough(password) && formatMessage({ id: 'signIn.register.longEnough' })}
        error={errorOf('password')}
      />
      <PasswordField
        control={control}
        name={second}
        label={labels.again}
        autoComplete="new-password"
        ok={isLongEnough(password) && password === again && formatMessage({ id: 'signIn.register.same' })}
        error={errorOf('passwordConfirm')}
      />
    </>
  );
}
