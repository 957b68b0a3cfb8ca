import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { SignInStore } from '../../stores/account/SignInStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { ByBrowser } from './ByBrowser.tsx';
import { FactorCode } from './FactorCode.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { SwitchLine } from './SignInParts.tsx';
import styles from './signIn.module.css';

const APP_LEAD = { named: 'signIn.second.lead', plain: 'signIn.second.plainLead' } as const;
const PASSKEY_LEAD = { named: 'signIn.second.passkeyLead', plain: 'proof.passkeyLead' } as const;

/** The second step of a sign-in (D60). */
export const SecondStepForm = observer(({ store }: { store: SignInStore }) => {
  const { platform } = useStores();
  const methods = store.challenge?.methods ?? [];
  const hasApp = methods.includes('totp');
  const hasPasskey = methods.includes('passkey') && platform.passkeys !== undefined;
  const isByBrowser = methods.includes('passkey') && !hasPasskey && platform.browserSignIn !== undefined;
  const [wantsRecovery, setRecovery] = useState(false);
  // Without another method that works here, the recovery code is the only way.
  const isRecovery = wantsRecovery || (!hasApp && !hasPasskey && !isByBrowser);
  const wayLead = hasApp ? APP_LEAD : PASSKEY_LEAD;
  // Who signs in with the messenger types no e-mail.
  const lead = isRecovery ? 'signIn.second.recoveryLead' : store.email === '' ? wayLead.plain : wayLead.named;
  return (
    <div className={styles['form']}>
      <p className={styles['lead']}>
        <FormattedMessage id={lead} values={{ email: store.email }} />
      </p>
      {methods.includes('passkey') && !hasApp && !hasPasskey && !isByBrowser && (
        <p className="hint">
          <FormattedMessage id="signIn.second.noPasskeysHere" />
        </p>
      )}
      {(hasApp || isRecovery) && (
        <FactorCode
          key={String(isRecovery)}
          kind={isRecovery ? 'recoveryCode' : 'code'}
          onSend={store.verify}
          submit={<FormattedMessage id="signIn.second.submit" />}
        />
      )}
      {!isRecovery && hasPasskey && (
        <PasskeyButton
          isAlternative={hasApp}
          getOptions={async () => store.challenge?.passkeyOptions ?? null}
          onSend={store.verify}
        />
      )}
      {!isRecovery && isByBrowser && <ByBrowser purpose="signIn" isAlternative={hasApp} />}
      {methods.includes('recoveryCode') && (hasApp || hasPasskey || isByBrowser) && (
        <SwitchLine
          question={hasApp ? 'signIn.second.noPhone' : 'proof.noPasskey'}
          action={!isRecovery ? 'signIn.second.useRecoveryCode' : hasApp ? 'signIn.second.useApp' : 'signIn.second.usePasskey'}
          onSwitch={() => setRecovery(!isRecovery)}
        />
      )}
    </div>
  );
});
