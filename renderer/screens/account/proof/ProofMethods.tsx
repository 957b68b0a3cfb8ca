import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { accountName } from '../../../../contract/accounts/accountData.ts';
import type { SecondFactorChallengeOutput } from '../../../../contract/api/secondFactor.ts';
import type { Platform } from '../../../../contract/platform.ts';
import type { MessageId } from '../../../i18n/messages.ts';
import type { ProofAnswer } from '../../../stores/account/ProofStore.ts';
import type { SignInProblem } from '../../../stores/account/signInProblem.ts';
import { useStores } from '../../../StoresContext.tsx';
import { ByBrowser } from '../../signIn/ByBrowser.tsx';
import { FactorCode, type FactorKind } from '../../signIn/FactorCode.tsx';
import { PasskeyButton } from '../../signIn/PasskeyButton.tsx';
import { TextButton } from '../../signIn/SignInParts.tsx';
import styles from './proof.module.css';

/** `browser`: the browser of the system, where passkeys work */
type Method = FactorKind | 'passkey' | 'browser';

/** The actions that change to another method */
const SWITCHES = {
  passkey: 'signIn.second.usePasskey',
  code: 'signIn.second.useApp',
  browser: 'desk.confirm.start',
  emailCode: 'signIn.second.emailCode',
  recoveryCode: 'signIn.second.useRecoveryCode',
} as const satisfies Record<Method, MessageId>;
const LEADS = {
  passkey: 'proof.passkeyLead',
  code: 'proof.totpLead',
  emailCode: 'proof.emailLead',
  recoveryCode: 'proof.recoveryLead',
} as const satisfies Record<Exclude<Method, 'browser'>, MessageId>;

/** Returns the methods of a challenge that work in this shell, the easiest first. */
function methodsHere({ methods, passkeyOptions }: SecondFactorChallengeOutput, platform: Platform): Method[] {
  const hasPasskey = methods.includes('passkey');
  const isHere = passkeyOptions !== null && platform.passkeys !== undefined;
  return [
    ...(hasPasskey && isHere ? (['passkey'] as const) : []),
    ...(methods.includes('totp') ? (['code'] as const) : []),
    ...(hasPasskey && !isHere && platform.browserSignIn ? (['browser'] as const) : []),
    ...(methods.includes('emailCode') ? (['emailCode'] as const) : []),
    ...(methods.includes('recoveryCode') ? (['recoveryCode'] as const) : []),
  ];
}

interface ProofMethodsProps {
  challenge: SecondFactorChallengeOutput;
  onSend: (answer: ProofAnswer) => Promise<SignInProblem | null>;
  /** The customer has confirmed in the browser of the system. */
  onConfirmedInBrowser: () => void;
  /** The challenge permits one action, which the browser has to show. */
  isAction?: boolean;
  /** What the buttons say: with a code, and with a passkey */
  submit: ReactNode;
  passkeySubmit?: ReactNode;
  /** Below the field of an e-mail’s code; with a label that says where it was sent, in place of the usual lead */
  mailed?: { label?: string; hint: ReactNode };
}

/** One method to answer a challenge at a time, and buttons for the others. */
export const ProofMethods = observer((props: ProofMethodsProps) => {
  const { challenge, onSend, onConfirmedInBrowser, isAction = false, submit, passkeySubmit, mailed } = props;
  const { platform, session } = useStores();
  const methods = methodsHere(challenge, platform);
  const [chosen, setChosen] = useState<Method | null>(null);
  const method = chosen ?? methods[0];
  const content = useRef<HTMLDivElement>(null);
  // The dialog opened before there was anything to focus.
  useEffect(() => content.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [method]);
  const own = method === 'emailCode' ? mailed : undefined;
  const hasNoPasskeyHere = challenge.methods.includes('passkey') && method === 'recoveryCode' && methods.length === 1;
  return (
    <div ref={content} className={styles['proof']}>
      {method !== undefined && method !== 'browser' && own?.label === undefined && (
        <p className="hint">
          <FormattedMessage id={LEADS[method]} values={{ email: <b>{session.account?.email}</b> }} />
        </p>
      )}
      {hasNoPasskeyHere && (
        <p className="hint">
          <FormattedMessage id="proof.noPasskeysHere" />
        </p>
      )}
      {method === 'passkey' && (
        <PasskeyButton
          isAlternative={false}
          getOptions={async () => challenge.passkeyOptions}
          onSend={onSend}
          label={passkeySubmit}
        />
      )}
      {method === 'browser' && (
        <ByBrowser
          purpose="confirm"
          challengeId={isAction ? challenge.challengeId : undefined}
          isAlternative={false}
          email={session.account ? accountName(session.account) : undefined}
          onDone={onConfirmedInBrowser}
        />
      )}
      {(method === 'code' || method === 'emailCode' || method === 'recoveryCode') && (
        <FactorCode key={method} kind={method} onSend={onSend} submit={submit} {...own} />
      )}
      {methods.length > 1 && (
        <p className={styles['others']}>
          {methods
            .filter((other) => other !== method)
            .map((other) => (
              <TextButton key={other} onPress={() => setChosen(other)}>
                <FormattedMessage id={SWITCHES[other]} />
              </TextButton>
            ))}
        </p>
      )}
    </div>
  );
});
