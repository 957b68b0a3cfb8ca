import { yupResolver } from '@hookform/resolvers/yup';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../components/buttons/Button.tsx';
import { orderEmailGroup } from '../../../stores/order/OrderEmailStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { EmailInput, emailSchema } from './EmailInput.tsx';
import styles from '../order.module.css';

/** Asks for the e-mail address of the order. */
export const EmailForm = observer(() => {
  const { formatMessage } = useIntl();
  const { orderEmail } = useStores(orderEmailGroup);
  const [isPlusRemoved, setIsPlusRemoved] = useState(false);
  const { control, handleSubmit, setFocus } = useForm({ resolver: yupResolver(emailSchema), defaultValues: { email: '' } });
  // The field replaces the button that the customer pressed, so it gets the focus.
  useEffect(() => setFocus('email'), [setFocus]);
  const hint = formatMessage({ id: isPlusRemoved ? 'order.email.plusRemoved' : 'order.email.hint' });
  return (
    <form
      noValidate
      className={styles['emailForm']}
      onSubmit={(event) => void handleSubmit(({ email }) => orderEmail.send(email))(event)}
    >
      <EmailInput
        control={control}
        label={formatMessage({ id: 'order.email.label' })}
        hint={hint}
        problem={orderEmail.form.problem}
        onType={(typed) => setIsPlusRemoved((was) => typed.includes('+') || (was && typed !== ''))}
      />
      <Button type="submit" size="small" wide busy={orderEmail.form.isPending}>
        <FormattedMessage id="order.email.send" />
      </Button>
    </form>
  );
});
