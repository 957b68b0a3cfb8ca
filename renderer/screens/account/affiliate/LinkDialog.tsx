import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { CopyRow } from '../../../components/data/CopyRow.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { QrCode } from '../../../components/data/QrCode.tsx';
import { useStores } from '../../../StoresContext.tsx';
import { useCopyText } from './useCopyText.ts';
import { useReferralLink } from './useReferralLink.ts';
import styles from './affiliate.module.css';

/** The link of one code, to copy and as a QR code. */
export const LinkDialog = observer(({ code, name, onClose }: { code: string; name: string; onClose: () => void }) => {
  const { formatMessage } = useIntl();
  const { platform } = useStores();
  const link = useReferralLink(code);
  const text = useCopyText(formatMessage({ id: 'affiliate.copyLink' }));
  return (
    <Dialog title={name} closeLabel={formatMessage({ id: 'exchange.close' })} onClose={onClose}>
      <div className={styles['material']}>
        <CopyRow
          label={<FormattedMessage id="affiliate.codeLink" />}
          value={link}
          display={<span className={styles['address']}>{link.replace(/^https?:\/\//, '')}</span>}
          isPrimary
          onCopy={platform.copy}
          text={text}
        />
        <div className={styles['qr']}>
          <QrCode value={link} title={formatMessage({ id: 'affiliate.qrOf' }, { link })} />
        </div>
      </div>
    </Dialog>
  );
});
