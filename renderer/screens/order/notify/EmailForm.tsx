import { yupResolver } from '@hookform/resolvers/yup';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../components/buttons/Button.tsx';
import { orderEmailGroup } from '../../../stores/order/OrderEmailStore.ts';
import { TypedEmail } from '../../../stores/TypedEmail.ts';
import { useStores } from '../../../StoresContext.tsx';
import { EmailInput, emailSchema } from './EmailInput.tsx';
import styles from '../order.module.css';

/** Asks for the e-mail address of the order. */
export const EmailForm = observer(() => {
  const { formatMessage } = useIntl();
  const { orderEmail } = useStores(orderEmailGroup);
  const [typedEmail] = useState(() => new TypedEmail());
  const { control, handleSubmit, setFocus } = useForm({ resolver: yupResolver(emailSchema), defaultValues: { email: '' } });
  // The field replaces the button that the customer pressed, so it gets the focus.
  useEffect(() => setFocus('email'), [setFocus]);
  return (
    <form
      noValidate
      className={styles['emailForm']}
      onSubmit={(event) => void handleSubmit(({ email }) => (typedEmail.check() ? orderEmail.send(email) : undefined))(event)}
    >
      <EmailInput
        control={control}
        label={formatMessage({ id: 'order.email.label' })}
        hint={formatMessage({ id: 'order.email.hint' })}
        problem={orderEmail.form.problem}
        typedEmail={typedEmail}
      />
      <Button type="submit" size="small" wide busy={orderEmail.form.isPending}>
        <FormattedMessage id="order.email.send" />
      </Button>
    </form>
  );
});
