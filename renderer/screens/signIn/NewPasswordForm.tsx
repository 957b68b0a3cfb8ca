import { ShieldIcon } from '../../components/icons/pageIcons.tsx';
import { observer } from 'mobx-react-lite';
import { Controller, useWatch } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatRemaining } from '../../components/feedback/Countdown.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { TextInput } from '../../components/fields/TextInput.tsx';
import type { MessageId } from '../../i18n/messages.ts';
import { RESET_CODE_VALID_MS, type SignInStore } from '../../stores/account/SignInStore.ts';
import { useNow } from '../shell/useNow.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { FormError } from '../../forms/FormError.tsx';
import { ResendCode } from './ResendCode.tsx';
import { SubmitButton, TextButton } from './SignInParts.tsx';
import { isLongEnough, newPasswordSchema } from './signInSchema.ts';
import styles from './signIn.module.css';
import { useYupForm } from '../../forms/useYupForm.ts';

const SECOND_MS = 1_000;

/** The code of the e-mail and the new password (§4). It says the same whether or not the e-mail is registered (D20). */
export const NewPasswordForm = observer(({ store }: { store: SignInStore }) => {
  const { formatMessage } = useIntl();
  const { form, submit, errorOf, formError } = useYupForm({
    schema: newPasswordSchema,
    defaultValues: { code: '', password: '', passwordConfirm: '' },
    send: store.resetPassword,
  });
  const { control } = form;
  const { code, password = '', passwordConfirm = '' } = useWatch({ control });
  const missing: MessageId | null = !code
    ? 'signIn.newPassword.enterCode'
    : !isLongEnough(password)
      ? 'signIn.register.choose'
      : password === passwordConfirm
        ? null
        : 'signIn.register.repeat';
  return (
    <form noValidate className={styles['form']} onSubmit={submit}>
      <Notice kind="information" role="status">
        <FormattedMessage id="signIn.newPassword.sent" values={{ email: store.email }} />{' '}
        <TextButton onPress={() => store.show('restore')}>
          <FormattedMessage id="signIn.newPassword.otherEmail" />
        </TextButton>
      </Notice>
      <FormError>{formError}</FormError>
      {/* Password managers store the new password with this user name. */}
      <input type="email" name="email" value={store.email} autoComplete="username" readOnly hidden />
      <Controller
        control={control}
        name="code"
        render={({ field }) => (
          <Field
            label={formatMessage({ id: 'signIn.newPassword.code' })}
            labelAside={<Validity store={store} />}
            error={errorOf('code')}
            hint={<ResendCode at={store.resendAt} onSend={() => store.requestReset(store.email)} />}
            reserve={false}
          >
            {(aria) => (
              <TextInput
                {...aria}
                {...field}
                mono
                data-autofocus
                autoComplete="one-time-code"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={32}
              />
            )}
          </Field>
        )}
      />
      <NewPasswordFields
        control={control}
        labels={{
          password: formatMessage({ id: 'signIn.newPassword.password' }),
          again: formatMessage({ id: 'signIn.newPassword.again' }),
        }}
        errorOf={errorOf}
      />
      <SubmitButton busy={form.formState.isSubmitting} missing={missing && <FormattedMessage id={missing} />}>
        <FormattedMessage id="signIn.newPassword.submit" />
      </SubmitButton>
      <p className={styles['note']}>
        <ShieldIcon size="small" />
        <FormattedMessage id="signIn.newPassword.everywhere" />
      </p>
    </form>
  );
});

/** How long the code of the e-mail is valid. */
const Validity = observer(({ store }: { store: SignInStore }) => {
  const remaining = store.codeRequestedAt + RESET_CODE_VALID_MS - useNow(SECOND_MS);
  return remaining > 0 ? (
    <FormattedMessage id="signIn.newPassword.validFor" values={{ time: formatRemaining(remaining) }} />
  ) : (
    <FormattedMessage id="signIn.newPassword.expired" />
  );
});
