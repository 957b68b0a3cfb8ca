import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Controller, useWatch, type Control } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { PAGES } from '../../../contract/pages.ts';
import { brand } from '../../brand.ts';
import { Checkbox } from '../../components/fields/Checkbox.tsx';
import { InformationIcon } from '../../components/icons/icons.tsx';
import type { MessageId } from '../../i18n/messages.ts';
import type { SignInStore } from '../../stores/account/SignInStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { EmailField } from './fields.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { FormError } from '../../forms/FormError.tsx';
import { SubmitButton, SwitchLine } from './SignInParts.tsx';
import { isLongEnough, registerSchema, type Registration } from './signInSchema.ts';
import styles from './signIn.module.css';
import { useYupForm } from '../../forms/useYupForm.ts';

const withTerms = brand.termsAtRegistration;

export const RegisterForm = observer(({ store }: { store: SignInStore }) => {
  const { formatMessage } = useIntl();
  const { form, submit, errorOf, formError } = useYupForm({
    schema: registerSchema(withTerms),
    defaultValues: { email: store.email, password: '', passwordConfirm: '', isTermsAccepted: false },
    send: store.register,
  });
  const { control } = form;
  const values = useWatch({ control });
  const missing = nextStep(values, store.typedEmail.isUnconfirmed);
  return (
    <form noValidate className={styles['form']} onSubmit={submit}>
      <FormError>{formError}</FormError>
      <EmailField control={control} isFirst error={errorOf('email')} typedEmail={store.typedEmail} />
      <NewPasswordFields
        control={control}
        labels={{ password: formatMessage({ id: 'signIn.password' }), again: formatMessage({ id: 'signIn.register.again' }) }}
        errorOf={errorOf}
      />
      {withTerms && <Terms control={control} error={errorOf('isTermsAccepted')} />}
      <SubmitButton busy={form.formState.isSubmitting} missing={missing && <FormattedMessage id={missing} />}>
        <FormattedMessage id="signIn.register.submit" />
      </SubmitButton>
      {store.referrerId !== null && (
        <p className={styles['note']}>
          <InformationIcon size="small" />
          <span>
            <FormattedMessage
              id="signIn.register.invited"
              values={{ strong: (text) => <strong>{text}</strong>, code: store.referrerId }}
            />
          </span>
        </p>
      )}
      <SwitchLine question="signIn.register.haveAccount" action="signIn.register.signIn" onSwitch={() => store.show('login')} />
    </form>
  );
});

/** The pages open beside the dialog: following a link would lose what is typed. */
const Terms = observer(({ control, error }: { control: Control<Registration, unknown, Registration>; error: string | null }) => {
  const { locale } = useStores();
  const link = (path: string) => (text: ReactNode) => (
    <a key={path} href={locale.path(path)} target="_blank" rel="noopener">
      {text}
    </a>
  );
  return (
    <Controller
      control={control}
      name="isTermsAccepted"
      render={({ field: { value, onChange, name, ref } }) => (
        <Checkbox ref={ref} name={name} checked={value} onChange={onChange} error={error}>
          <FormattedMessage
            id="signIn.register.agree"
            values={{ terms: link(PAGES.terms.path), privacy: link(PAGES.privacy.path) }}
          />
        </Checkbox>
      )}
    />
  );
});

/** Returns the label of the button while an input is missing. */
function nextStep(values: Partial<Registration>, isEmailUnconfirmed: boolean): MessageId | null {
  const { email, password = '', passwordConfirm, isTermsAccepted } = values;
  if (!email) return 'signIn.enterEmail';
  if (isEmailUnconfirmed) return 'email.confirm';
  if (!isLongEnough(password)) return 'signIn.register.choose';
  if (password !== passwordConfirm) return 'signIn.register.repeat';
  return withTerms && !isTermsAccepted ? 'signIn.register.agreeFirst' : null;
}
