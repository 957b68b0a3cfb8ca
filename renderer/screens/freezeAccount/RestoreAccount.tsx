import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import type { FreezeOutput } from '../../../contract/api/accountFreeze.ts';
import { cleanMachineText } from '../../../contract/input/machineText.ts';
import { LinkButton } from '../../components/buttons/LinkButton.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { TextInput } from '../../components/fields/TextInput.tsx';
import { Card } from '../../components/layout/Card.tsx';
import type { MessageId } from '../../i18n/messages.ts';
import { restoreAccount } from '../../stores/account/freezeAccount.ts';
import { useStores } from '../../StoresContext.tsx';
import { LocalTime } from '../order/LocalTime.tsx';
import { PasswordField } from '../signIn/fields.tsx';
import { NewPasswordFields } from '../signIn/NewPasswordFields.tsx';
import { FormError } from '../../forms/FormError.tsx';
import { SubmitButton, TextButton } from '../signIn/SignInParts.tsx';
import { isLongEnough, restoreAccountSchema } from '../signIn/signInSchema.ts';
import styles from './freezeAccount.module.css';
import signInStyles from '../signIn/signIn.module.css';
import { useYupForm } from '../../forms/useYupForm.ts';

interface RestoreProps {
  token: string;
  frozen: FreezeOutput;
  restore: NonNullable<FreezeOutput['restore']>;
}

/** What proves that the account is the reader's; the fields of the call */
type ProofKind = 'formerPassword' | 'code' | 'recoveryCode';

/** Restores the account with what was valid before the change (D70). */
export const RestoreAccount = observer(({ token, frozen, restore }: RestoreProps) => {
  const { locale } = useStores();
  const [email, setEmail] = useState<string | null>(null);
  const [isByRecoveryCode, setByRecoveryCode] = useState(!restore.hasApp);
  const kind: ProofKind = restore.proof === 'password' ? 'formerPassword' : isByRecoveryCode ? 'recoveryCode' : 'code';
  if (email !== null) {
    return (
      <Notice
        kind="success"
        role="status"
        actions={
          <LinkButton size="small" href={locale.path('/profile/info')}>
            <FormattedMessage id="freeze.signIn" />
          </LinkButton>
        }
      >
        <FormattedMessage
          id="freeze.restored"
          values={{ email, until: <LocalTime at={frozen.frozenUntil} format="dateTime" /> }}
        />
      </Notice>
    );
  }
  return (
    <Card className={styles['restore']} title={<FormattedMessage id="freeze.restore" />}>
      <div className={signInStyles['form']}>
        <p>
          <FormattedMessage id="freeze.restoreLead" values={{ email: restore.email }} />
        </p>
        <RestoreForm key={kind} token={token} kind={kind} onRestored={setEmail} />
        {kind !== 'formerPassword' && restore.hasApp && (
          <p>
            <TextButton onPress={() => setByRecoveryCode(!isByRecoveryCode)}>
              <FormattedMessage id={isByRecoveryCode ? 'freeze.useApp' : 'freeze.useRecovery'} />
            </TextButton>
          </p>
        )}
      </div>
    </Card>
  );
});

const RestoreForm = observer(
  ({ token, kind, onRestored }: { token: string; kind: ProofKind; onRestored: (email: string) => void }) => {
    const { formatMessage } = useIntl();
    const { platform } = useStores();
    const { form, submit, errorOf, formError } = useYupForm({
      schema: restoreAccountSchema,
      defaultValues: { code: '', password: '', passwordConfirm: '' },
      send: async ({ code, password }) => {
        const answer = await restoreAccount(platform, {
          token,
          password,
          [kind]: kind === 'formerPassword' ? code : cleanMachineText(code),
        });
        if (typeof answer !== 'string') return answer;
        onRestored(answer);
        return null;
      },
    });
    const { control } = form;
    const { code, password = '', passwordConfirm = '' } = useWatch({ control });
    const missing: MessageId | null = !code
      ? 'freeze.enterProof'
      : !isLongEnough(password)
        ? 'signIn.register.choose'
        : password === passwordConfirm
          ? null
          : 'signIn.register.repeat';
    const label = formatMessage({ id: `freeze.${kind}` });
    return (
      <form noValidate className={signInStyles['form']} onSubmit={submit}>
        <FormError>{formError}</FormError>
        {kind === 'formerPassword' ? (
          <PasswordField control={control} name="code" label={label} autoComplete="current-password" error={errorOf('code')} />
        ) : (
          <Controller
            control={control}
            name="code"
            render={({ field }) => (
              <Field label={label} error={errorOf('code')} reserve={false}>
                {(aria) => (
                  <TextInput
                    {...aria}
                    {...field}
                    mono
                    inputMode={kind === 'code' ? 'numeric' : 'text'}
                    autoComplete={kind === 'code' ? 'one-time-code' : 'off'}
                    autoCapitalize="none"
                    spellCheck={false}
                    maxLength={32}
                  />
                )}
              </Field>
            )}
          />
        )}
        <NewPasswordFields
          control={control}
          labels={{
            password: formatMessage({ id: 'signIn.newPassword.password' }),
            again: formatMessage({ id: 'signIn.newPassword.again' }),
          }}
          errorOf={errorOf}
        />
        <SubmitButton busy={form.formState.isSubmitting} missing={missing && <FormattedMessage id={missing} />}>
          <FormattedMessage id="freeze.submit" />
        </SubmitButton>
      </form>
    );
  },
);
