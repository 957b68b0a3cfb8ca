import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { accountName } from '../../../../contract/accounts/accountData.ts';
import type { StartTotpOutput } from '../../../../contract/api/secondFactor.ts';
import type { Security } from '../../../../contract/api/users.ts';
import { securityGroup } from '../../../stores/account/SecurityStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { EmailDialog } from './EmailDialog.tsx';
import { MessengerDialog } from './MessengerDialog.tsx';
import { PasskeyDialog } from './PasskeyDialog.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { TotpDialog } from './TotpDialog.tsx';

export type OpenDialog =
  | { name: 'email' | 'password' | 'totpOff' | 'renewCodes' | 'passkey' | 'messenger' }
  | { name: 'totp'; setUp: StartTotpOutput }
  | { name: 'removePasskey'; passkeyId: string; passkeyName: string };

interface InfoDialogsProps {
  security: Security;
  dialog: OpenDialog | null;
  open: (dialog: OpenDialog | null) => void;
}

/** The open dialog of the page. New recovery codes replace the dialog that created them. */
export const InfoDialogs = observer(({ security, dialog, open }: InfoDialogsProps) => {
  const { security: store, session } = useStores(securityGroup);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => open(null);
  const showCodes = (created: readonly string[]) => {
    close();
    if (created.length > 0) setCodes(created);
  };
  if (codes) {
    const account = session.account ? accountName(session.account) : '';
    return <RecoveryCodesDialog codes={codes} account={account} onClose={() => setCodes(null)} />;
  }
  const hasPassword = security.passwordChangedAt !== null;
  switch (dialog?.name) {
    case undefined:
      return null;
    case 'email':
      return <EmailDialog email={security.email} hasPassword={hasPassword} onClose={close} />;
    case 'password':
      return <PasswordDialog email={security.email} hasPassword={hasPassword} onClose={close} />;
    case 'totp':
      return <TotpDialog setUp={dialog.setUp} onDone={showCodes} onClose={close} />;
    case 'passkey':
      return <PasskeyDialog onDone={showCodes} onClose={close} />;
    case 'messenger':
      return (
        <MessengerDialog
          isLinked={security.messengerSince !== undefined}
          asksPassword={hasPassword && !store.hasSecondFactor}
          onClose={close}
        />
      );
    case 'totpOff':
      return (
        <ConfirmDialog
          title="security.turnOffTotp"
          text={security.passkeys.length > 0 ? 'security.totpOffKeepsPasskeys' : 'security.totpOffText'}
          action="security.turnOff"
          onConfirm={async () => (await store.disableTotp()) && close()}
          onClose={close}
        />
      );
    case 'renewCodes':
      return (
        <ConfirmDialog
          title="security.newCodes"
          text="security.newCodesText"
          action="security.newCodesConfirm"
          isHarmless
          onConfirm={async () => {
            const created = await store.renewRecoveryCodes();
            if (created) showCodes(created);
          }}
          onClose={close}
        />
      );
    case 'removePasskey': {
      const isLast = security.passkeys.length === 1 && security.totpSince === null;
      return (
        <ConfirmDialog
          title="security.removePasskey"
          titleValues={{ name: dialog.passkeyName }}
          text="security.passkeyRemoveText"
          {...(isLast && { warning: 'security.lastFactorText' })}
          action="security.remove"
          onConfirm={async () => (await store.removePasskey(dialog.passkeyId)) && close()}
          onClose={close}
        />
      );
    }
  }
});
