import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { SignInStore } from '../../stores/account/SignInStore.ts';
import { FactorCode } from './FactorCode.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { SwitchLine } from './SignInParts.tsx';
import styles from './signIn.module.css';

/** The second step of a sign-in (D60). */
export const SecondStepForm = observer(({ store }: { store: SignInStore }) => {
  const methods = store.challenge?.methods ?? [];
  const hasApp = methods.includes('totp');
  const [isRecovery, setRecovery] = useState(false);
  const lead = isRecovery ? 'signIn.second.recoveryLead' : hasApp ? 'signIn.second.lead' : 'signIn.second.passkeyLead';
  return (
    <div className={styles['form']}>
      <p className={styles['lead']}>
        <FormattedMessage id={lead} values={{ email: store.email }} />
      </p>
      {(hasApp || isRecovery) && (
        <FactorCode
          key={String(isRecovery)}
          kind={isRecovery ? 'recoveryCode' : 'code'}
          onSend={store.verify}
          submit={<FormattedMessage id="signIn.second.submit" />}
        />
      )}
      {!isRecovery && store.challenge && methods.includes('passkey') && (
        <PasskeyButton
          isAlternative={hasApp}
          getOptions={async () => store.challenge?.passkeyOptions ?? null}
          onSend={store.verify}
        />
      )}
      {methods.includes('recoveryCode') && (
        <SwitchLine
          question="signIn.second.noPhone"
          action={!isRecovery ? 'signIn.second.useRecoveryCode' : hasApp ? 'signIn.second.useApp' : 'signIn.second.usePasskey'}
          onSwitch={() => setRecovery(!isRecovery)}
        />
      )}
    </div>
  );
});
