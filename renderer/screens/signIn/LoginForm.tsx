import { observer } from 'mobx-react-lite';
import { useWatch } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { Notice } from '../../components/feedback/Notice.tsx';
import type { SignInStore } from '../../stores/account/SignInStore.ts';
import { EmailField, PasswordField } from './fields.tsx';
import { PasskeySignIn } from './PasskeySignIn.tsx';
import { FormError } from '../../forms/FormError.tsx';
import { SubmitButton, SwitchLine, TextButton } from './SignInParts.tsx';
import { ShellSignIn } from './ShellSignIn.tsx';
import { loginSchema } from './signInSchema.ts';
import styles from './signIn.module.css';
import { useYupForm } from '../../forms/useYupForm.ts';

/** E-mail and password, or a passkey alone. */
export const LoginForm = observer(({ store }: { store: SignInStore }) => {
  const { formatMessage } = useIntl();
  const { form, submit, errorOf, isMarked, formError } = useYupForm({
    schema: loginSchema,
    defaultValues: { email: store.email, password: '' },
    send: store.authenticate,
  });
  const { control } = form;
  const { email, password } = useWatch({ control });
  const missing = !email ? 'signIn.enterEmail' : !password ? 'signIn.enterPassword' : null;
  return (
    <form noValidate className={styles['form']} onSubmit={submit}>
      {store.notice && (
        <Notice kind={store.notice === 'signIn.login.newPassword' ? 'success' : 'warning'} role="status">
          <FormattedMessage id={store.notice} />
        </Notice>
      )}
      {store.isForOtherAccount && (
        <p className={styles['lead']}>
          <FormattedMessage id="signIn.login.messengerLead" />
        </p>
      )}
      <FormError>{formError}</FormError>
      <EmailField
        control={control}
        isFirst={store.email === ''}
        autoComplete="username webauthn"
        error={errorOf('email')}
        isMarked={isMarked('email')}
        typedEmail={store.typedEmail}
        getsMail={false}
        hint={store.typedEmail.isChanged && formatMessage({ id: 'signIn.plus' })}
      />
      <div className={styles['password']}>
        <PasswordField
          control={control}
          name="password"
          isFirst={store.email !== ''}
          label={formatMessage({ id: 'signIn.password' })}
          autoComplete="current-password"
          error={errorOf('password')}
        />
        {/* After the field, so that Tab leads from the e-mail to the password. */}
        <span className={`hint ${styles['forgot']}`}>
          <TextButton onPress={() => store.show('restore')}>
            <FormattedMessage id="signIn.login.forgot" />
          </TextButton>
        </span>
      </div>
      <SubmitButton busy={form.formState.isSubmitting} missing={missing && <FormattedMessage id={missing} />}>
        <FormattedMessage id="signIn.login.submit" />
      </SubmitButton>
      <PasskeySignIn store={store} />
      <ShellSignIn />
      {!store.isForOtherAccount && (
        <SwitchLine question="signIn.login.noAccount" action="signIn.login.create" onSwitch={() => store.show('register')} />
      )}
    </form>
  );
});
