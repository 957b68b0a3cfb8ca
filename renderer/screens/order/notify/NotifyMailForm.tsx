import { cleanMachineText } from '../../../../contract/input/machineText.ts';
import { yupResolver } from '@hookform/resolvers/yup';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { object, string } from 'yup';
import { Button } from '../../../components/buttons/Button.tsx';
import { Field } from '../../../components/fields/Field.tsx';
import { TextInput } from '../../../components/fields/TextInput.tsx';
import { orderEmailGroup } from '../../../stores/order/OrderEmailStore.ts';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { TypedEmail } from '../../../stores/TypedEmail.ts';
import { useStores } from '../../../StoresContext.tsx';
import { EmailInput, emailSchema } from './EmailInput.tsx';
import styles from './notify.module.css';

const codeSchema = object({ code: string().transform(cleanMachineText).required() });

/** Asks for the e-mail address, then for the code that was sent to it. */
export const NotifyMailForm = observer(() =>
  useStores(orderGroup).mailSubscription.step === 'code' ? <CodeForm /> : <AddressForm />,
);

const AddressForm = observer(() => {
  const { formatMessage } = useIntl();
  const { locale, mailSubscription } = useStores(orderGroup);
  const [typedEmail] = useState(() => new TypedEmail());
  const form = useForm({ resolver: yupResolver(emailSchema), defaultValues: { email: mailSubscription.email } });
  const { control, handleSubmit, setFocus } = form;
  // The field replaces the button that the customer pressed, so it gets the focus.
  useEffect(() => setFocus('email'), [setFocus]);
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={(event) =>
        void handleSubmit(({ email }) => (typedEmail.check() ? mailSubscription.send(email, locale.code) : undefined))(event)
      }
    >
      <EmailInput
        control={control}
        label={formatMessage({ id: 'notify.mail.label' })}
        hint={formatMessage({ id: 'notify.mail.hint' })}
        problem={mailSubscription.form.problem}
        typedEmail={typedEmail}
      />
      <Button type="submit" size="small" wide busy={mailSubscription.form.isPending}>
        <FormattedMessage id="notify.mail.send" />
      </Button>
    </form>
  );
});

const CodeForm = observer(() => {
  const { formatMessage } = useIntl();
  const { mailSubscription, order, orderEmail } = useStores(orderGroup, orderEmailGroup);
  /** The confirmed address is the order's too, so that support needs no second one. */
  const confirm = async (code: string) => {
    await mailSubscription.confirm(code);
    if (mailSubscription.step === 'on' && order.order?.userEmail === null) await orderEmail.send(mailSubscription.email);
  };
  const { control, handleSubmit, setFocus } = useForm({ resolver: yupResolver(codeSchema), defaultValues: { code: '' } });
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <form noValidate className={styles['form']} onSubmit={(event) => void handleSubmit(({ code }) => confirm(code))(event)}>
      <Controller
        control={control}
        name="code"
        render={({ field, fieldState }) => (
          <Field
            label={formatMessage({ id: 'notify.mail.codeLabel' })}
            hint={<FormattedMessage id="notify.mail.codeHint" values={{ email: <b>{mailSubscription.email}</b> }} />}
            error={
              fieldState.invalid
                ? formatMessage({ id: 'notify.mail.codeMissing' })
                : mailSubscription.form.problem && formatMessage({ id: mailSubscription.form.problem })
            }
          >
            {(aria) => (
              <TextInput
                {...aria}
                {...field}
                mono
                className={styles['code']}
                autoComplete="one-time-code"
                autoCapitalize="characters"
                spellCheck={false}
              />
            )}
          </Field>
        )}
      />
      <Button type="submit" size="small" wide busy={mailSubscription.form.isPending}>
        <FormattedMessage id="notify.mail.confirm" />
      </Button>
      <Button size="small" variant="text" onClick={() => mailSubscription.editAddress()}>
        <FormattedMessage id="notify.mail.again" />
      </Button>
    </form>
  );
});
