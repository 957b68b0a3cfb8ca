import { observer } from 'mobx-react-lite';
import { useWatch } from 'react-hook-form';
import { FormattedMessage } from 'react-intl';
import type { SignInStore } from '../../stores/account/SignInStore.ts';
import { EmailField } from './fields.tsx';
import { FormError } from '../../forms/FormError.tsx';
import { SubmitButton, SwitchLine } from './SignInParts.tsx';
import { restoreSchema } from './signInSchema.ts';
import styles from './signIn.module.css';
import { useYupForm } from '../../forms/useYupForm.ts';

export const RestoreForm = observer(({ store }: { store: SignInStore }) => {
  const { form, submit, errorOf, formError } = useYupForm({
    schema: restoreSchema,
    defaultValues: { email: store.email },
    send: ({ email }) => store.requestReset(email),
  });
  const { control } = form;
  const { email } = useWatch({ control });
  const missing = !email ? 'signIn.enterEmail' : store.typedEmail.isUnconfirmed ? 'email.confirm' : null;
  return (
    <form noValidate className={styles['form']} onSubmit={submit}>
      <p className={styles['lead']}>
        <FormattedMessage id="signIn.restore.lead" />
      </p>
      <FormError>{formError}</FormError>
      <EmailField control={control} isFirst error={errorOf('email')} typedEmail={store.typedEmail} />
      <SubmitButton busy={form.formState.isSubmitting} missing={missing && <FormattedMessage id={missing} />}>
        <FormattedMessage id="signIn.restore.submit" />
      </SubmitButton>
      <SwitchLine question="signIn.restore.remembered" action="signIn.login.submit" onSwitch={() => store.show('login')} />
    </form>
  );
});
