import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { SecondFactorChallengeOutput, VerifySecondFactorInput } from '../../../../contract/api/secondFactor.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import type { MessageId } from '../../../i18n/messages.ts';
import { ProofStore } from '../../../stores/account/ProofStore.ts';
import type { SignInProblem } from '../../../stores/account/signInProblem.ts';
import { useStores } from '../../../StoresContext.tsx';
import { FactorCode, type FactorKind } from '../../signIn/FactorCode.tsx';
import { ByBrowser } from '../../signIn/ByBrowser.tsx';
import { PasskeyButton } from '../../signIn/PasskeyButton.tsx';
import { SwitchLine } from '../../signIn/SignInParts.tsx';
import styles from './proof.module.css';

const LEADS = {
  code: 'proof.totpLead',
  recoveryCode: 'proof.recoveryLead',
  emailCode: 'proof.emailLead',
} as const satisfies Record<FactorKind, MessageId>;

/** Asks the customer to confirm a call that requires a fresh second factor. The call continues afterwards. */
export const StepUpDialog = observer(() => {
  const { formatMessage } = useIntl();
  const { platform, stepUp } = useStores();
  const [store] = useState(() => new ProofStore({ platform, stepUp }));
  useEffect(() => void store.start(), [store]);
  const { step, start, verify } = store;
  return (
    <Dialog
      title={formatMessage({ id: 'proof.title' })}
      closeLabel={formatMessage({ id: 'signIn.close' })}
      onClose={() => stepUp.finish(false)}
    >
      <div className={styles['dialog']}>
        {step.kind === 'starting' && <Starting />}
        {step.kind === 'proof' && <Proof challenge={step.challenge} onSend={verify} />}
        {step.kind === 'stopped' && (
          <Notice
            kind="danger"
            role="alert"
            actions={
              <Button size="small" onClick={() => void start()}>
                <FormattedMessage id="error.tryAgain" />
              </Button>
            }
          >
            <FormattedMessage id={step.message} />
          </Notice>
        )}
      </div>
    </Dialog>
  );
});

interface ProofProps {
  challenge: SecondFactorChallengeOutput;
  onSend: (proof: Omit<VerifySecondFactorInput, 'challengeId'>) => Promise<SignInProblem | null>;
}

const Proof = observer(({ challenge: { methods, passkeyOptions }, onSend }: ProofProps) => {
  const { platform, session, stepUp } = useStores();
  const [isRecovery, setRecovery] = useState(false);
  const first: FactorKind | null = methods.includes('totp') ? 'code' : methods.includes('emailCode') ? 'emailCode' : null;
  const hasPasskey = passkeyOptions !== null && platform.passkeys !== undefined;
  const isByBrowser = methods.includes('passkey') && !hasPasskey && platform.browserSignIn !== undefined;
  // Without another method that works here, the recovery code is the only way.
  const content = useRef<HTMLDivElement>(null);
  const kind = isRecovery || (first === null && !hasPasskey && !isByBrowser) ? 'recoveryCode' : first;
  // The dialog opened before there was anything to focus.
  useEffect(() => content.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [kind]);
  return (
    <div ref={content} className={styles['proof']}>
      {(kind !== null || hasPasskey) && (
        <p className="hint">
          <FormattedMessage
            id={kind === null ? 'proof.passkeyLead' : LEADS[kind]}
            values={{ email: <b>{session.account?.email}</b> }}
          />
        </p>
      )}
      {methods.includes('passkey') && first === null && !hasPasskey && !isByBrowser && (
        <p className="hint">
          <FormattedMessage id="proof.noPasskeysHere" />
        </p>
      )}
      {kind !== null && <FactorCode key={kind} kind={kind} onSend={onSend} submit={<FormattedMessage id="proof.confirm" />} />}
      {hasPasskey && kind !== 'recoveryCode' && (
        <PasskeyButton isAlternative={kind !== null} getOptions={async () => passkeyOptions} onSend={onSend} />
      )}
      {isByBrowser && kind !== 'recoveryCode' && (
        <ByBrowser
          purpose="confirm"
          isAlternative={kind !== null}
          email={session.account?.email}
          onDone={() => stepUp.finish(true)}
        />
      )}
      {methods.includes('recoveryCode') && (first !== null || hasPasskey || isByBrowser) && (
        <SwitchLine
          question={first === null ? 'proof.noPasskey' : 'proof.noPhone'}
          action={
            !isRecovery ? 'signIn.second.useRecoveryCode' : first === 'code' ? 'signIn.second.useApp' : 'signIn.second.usePasskey'
          }
          onSwitch={() => setRecovery(!isRecovery)}
        />
      )}
    </div>
  );
});

/** As high as the form that replaces it. */
function Starting() {
  const { formatMessage } = useIntl();
  return (
    <div className={styles['proof']} role="status" aria-label={formatMessage({ id: 'shell.loading' })}>
      <Skeleton shape="body" width="full" />
      <Skeleton shape="amount" width="full" />
      <Skeleton shape="amount" width="full" />
    </div>
  );
}
