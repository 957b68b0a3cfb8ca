import { yupResolver } from '@hookform/resolvers/yup';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { object, string } from 'yup';
import { isMailAddress } from '../../../../contract/email.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { Field } from '../../../components/fields/Field.tsx';
import { TextInput } from '../../../components/fields/TextInput.tsx';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { MailboxTick } from '../../email/MailboxTick.tsx';
import styles from './dialogs.module.css';
import { useExchangeTexts } from '../useExchangeTexts.ts';
import { useSubmit } from '../useSubmit.ts';

const schema = object({ email: string().required().test('email', isMailAddress) });

/** Requests the e-mail before the order if the host requires it (§4 ckm, D11), and explains its purpose. */
export const EmailDialog = observer(() => {
  const { delivery, dialogs, submission } = useStores(exchangeGroup);
  const { formatMessage } = useExchangeTexts();
  const submit = useSubmit();
  const formId = useId();
  const { control, handleSubmit, formState } = useForm({
    resolver: yupResolver(schema),
    defaultValues: { email: delivery.email },
  });
  const { typedEmail } = delivery;
  const send = handleSubmit(({ email }) => (typedEmail.check() ? submit(submission.confirmEmail(email)) : undefined));

  return (
    <Dialog
      title={formatMessage({ id: 'emailDialog.title' })}
      closeLabel={formatMessage({ id: 'exchange.close' })}
      onClose={dialogs.close}
      footer={
        <Button type="submit" form={formId} variant="primary" wide busy={formState.isSubmitting}>
          {formatMessage({ id: 'emailDialog.submit' })}
        </Button>
      }
    >
      <form
        id={formId}
        noValidate
        className={styles['email']}
        onSubmit={(event) => {
          event.preventDefault();
          void send(event);
        }}
      >
        <p>{formatMessage({ id: 'emailDialog.why' })}</p>
        <Controller
          name="email"
          control={control}
          render={({ field, fieldState }) => (
            <Field
              label={formatMessage({ id: 'emailDialog.label' })}
              error={fieldState.error && formatMessage({ id: 'EMAIL_VALIDATION_ERROR' })}
            >
              {(aria) => (
                <TextInput
                  {...aria}
                  data-autofocus
                  type="email"
                  inputMode="email"
                  autoComplete="email"
                  maxLength={254}
                  name={field.name}
                  ref={field.ref}
                  value={field.value}
                  onBlur={field.onBlur}
                  onChange={(text) => field.onChange(typedEmail.type(text))}
                />
              )}
            </Field>
          )}
        />
        <MailboxTick email={typedEmail} />
      </form>
    </Dialog>
  );
});
