import { yupResolver } from '@hookform/resolvers/yup';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { object, string } from 'yup';
import { isEmail, normaliseEmail } from '../../../contract/email.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { TextInput } from '../../components/TextInput.tsx';
import { useStores } from '../../StoresContext.tsx';
import styles from './order.module.css';

const schema = object({ email: string().required().test('email', isEmail) });

/** Asks for the e-mail to which news of the order go. */
export const EmailForm = observer(() => {
  const { formatMessage } = useIntl();
  const { orderEmail } = useStores();
  const [isPlusRemoved, setIsPlusRemoved] = useState(false);
  const { control, handleSubmit, setFocus } = useForm({ resolver: yupResolver(schema), defaultValues: { email: '' } });
  // The customer asked for the field: it takes the place of the button that was pressed.
  useEffect(() => setFocus('email'), [setFocus]);
  const hint = formatMessage({ id: isPlusRemoved ? 'order.email.plusRemoved' : 'order.email.hint' });
  return (
    <form
      noValidate
      className={styles['emailRoom']}
      onSubmit={(event) => void handleSubmit(({ email }) => orderEmail.send(email))(event)}
    >
      <Controller
        control={control}
        name="email"
        render={({ field: { onChange, ...field }, fieldState }) => (
          <Field
            label={formatMessage({ id: 'order.email.label' })}
            hint={hint}
            error={
              fieldState.invalid
                ? formatMessage({ id: 'EMAIL_VALIDATION_ERROR' })
                : orderEmail.problem && formatMessage({ id: orderEmail.problem })
            }
          >
            {(aria) => (
              <TextInput
                {...aria}
                {...field}
                type="email"
                autoComplete="email"
                inputMode="email"
                onChange={(typed) => {
                  setIsPlusRemoved((was) => typed.includes('+') || (was && typed !== ''));
                  onChange(normaliseEmail(typed));
                }}
              />
            )}
          </Field>
        )}
      />
      <Button type="submit" size="small" wide busy={orderEmail.isSending}>
        <FormattedMessage id="order.email.send" />
      </Button>
    </form>
  );
});
