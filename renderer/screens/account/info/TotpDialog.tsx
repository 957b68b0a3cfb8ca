import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { StartTotpOutput } from '../../../../contract/api/secondFactor.ts';
import { CopyRow } from '../../../components/data/CopyRow.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { QrCode } from '../../../components/data/QrCode.tsx';
import { securityGroup } from '../../../stores/account/SecurityStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { FactorCode } from '../../signIn/FactorCode.tsx';
import styles from './info.module.css';

interface TotpDialogProps {
  setUp: StartTotpOutput;
  /** Called with the recovery codes to show; empty: the customer has some already. */
  onDone: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Connects an authenticator app: QR code or key, then the first code. */
export const TotpDialog = observer(({ setUp: { secret, uri }, onDone, onClose }: TotpDialogProps) => {
  const { formatMessage } = useIntl();
  const { platform, security } = useStores(securityGroup);
  return (
    <Dialog
      title={formatMessage({ id: 'security.setUpTotp' })}
      closeLabel={formatMessage({ id: 'signIn.close' })}
      onClose={onClose}
    >
      <div className={styles['form']}>
        <p>
          <FormattedMessage id="security.totpScan" />
        </p>
        <div className={styles['qr']}>
          <QrCode value={uri} title={formatMessage({ id: 'security.totpQr' })} />
        </div>
        <CopyRow
          label={<FormattedMessage id="security.totpKey" />}
          value={secret}
          display={secret.match(/.{1,4}/g)?.join(' ')}
          onCopy={platform.copy}
          text={{
            copy: formatMessage({ id: 'security.copy' }),
            copied: formatMessage({ id: 'security.copied' }),
            failed: formatMessage({ id: 'security.copyFailed' }),
            copyLabel: formatMessage({ id: 'security.copyKey' }),
          }}
        />
        <FactorCode
          kind="code"
          submit={<FormattedMessage id="security.totpConfirm" />}
          onSend={async ({ code = '' }) => {
            const result = await security.enableTotp(code);
            if (Array.isArray(result)) onDone(result);
            return Array.isArray(result) || result === 'cancelled' ? null : result;
          }}
        />
      </div>
    </Dialog>
  );
});
