import { cleanMachineText } from '../../../contract/input/machineText.ts';
import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { classNames } from '../../components/classNames.ts';
import { Field } from '../../components/fields/Field.tsx';
import { TextInput } from '../../components/fields/TextInput.tsx';
import type { MessageId } from '../../i18n/messages.ts';
import type { SignInProblem } from '../../stores/account/signInProblem.ts';
import { FormError } from '../../forms/FormError.tsx';
import { SubmitButton } from './SignInParts.tsx';
import styles from './signIn.module.css';

/** The fields of the call; `code` is the authenticator app's. */
export type FactorKind = 'code' | 'recoveryCode' | 'emailCode';

const LABELS = {
  code: 'signIn.second.code',
  recoveryCode: 'signIn.second.recoveryCode',
  emailCode: 'signIn.second.emailCode',
} as const satisfies Record<FactorKind, MessageId>;
const ENTER = {
  recoveryCode: 'signIn.second.enterRecoveryCode',
  emailCode: 'signIn.second.enterEmailCode',
} as const satisfies Record<Exclude<FactorKind, 'code'>, MessageId>;

const DIGITS = 6;

interface FactorCodeProps {
  kind: FactorKind;
  /** Sends the code. Returns why the host refused it. */
  onSend: (proof: Partial<Record<FactorKind, string>>) => Promise<SignInProblem | null>;
  /** Label of the button that sends it. */
  submit: ReactNode;
  /** In place of the usual label of the field */
  label?: string | undefined;
  /** Below the field */
  hint?: ReactNode;
}

/** The field of a second factor's code. Six digits are sent after the last one. It is one field, for pasting and autofill. */
export function FactorCode({ kind, onSend, submit, label, hint }: FactorCodeProps) {
  const { formatMessage } = useIntl();
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const isApp = kind === 'code';
  const missing = isApp ? DIGITS - code.length : code === '' ? 1 : 0;

  const send = async (typed: string): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const refused = await onSend({ [kind]: cleanMachineText(typed) });
    setBusy(false);
    setProblem(refused);
    if (refused?.fields.includes('code')) setCode('');
  };
  const type = (typed: string): void => {
    setProblem(null);
    const next = isApp ? typed.replaceAll(/\D/g, '').slice(0, DIGITS) : typed.trimStart();
    setCode(next);
    if (isApp && next.length === DIGITS && next !== code) void send(next);
  };
  const text = problem && formatMessage({ id: problem.message }, problem.values);
  const isFieldProblem = problem?.fields.includes('code') ?? false;
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === 0) void send(code);
      }}
    >
      <FormError>{isFieldProblem ? null : text}</FormError>
      <Field
        label={label ?? formatMessage({ id: LABELS[kind] })}
        error={isFieldProblem ? text : null}
        hint={hint ?? (isApp && formatMessage({ id: 'signIn.second.byItself' }))}
        reserve={false}
      >
        {(aria) => (
          <TextInput
            {...aria}
            data-autofocus
            value={code}
            onChange={type}
            name={kind}
            inputMode={isApp ? 'numeric' : 'text'}
            autoComplete={kind === 'recoveryCode' ? 'off' : 'one-time-code'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={32}
            mono={!isApp}
            className={classNames(isApp && styles['code'])}
          />
        )}
      </Field>
      <SubmitButton
        busy={isBusy}
        missing={
          missing === 0 ? null : kind === 'code' ? (
            <FormattedMessage id="signIn.second.enterDigits" values={{ digits: missing }} />
          ) : (
            <FormattedMessage id={ENTER[kind]} />
          )
        }
      >
        {submit}
      </SubmitButton>
    </form>
  );
}
