import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../components/buttons/Button.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { CopyRow } from '../../../components/data/CopyRow.tsx';
import { QrCode } from '../../../components/data/QrCode.tsx';
import { useStores } from '../../../StoresContext.tsx';
import { useHydrated } from '../../../useHydrated.ts';
import { useCopyText } from './useCopyText.ts';
import { useReferralLink } from './useReferralLink.ts';
import { MaterialDialog } from './MaterialDialog.tsx';
import styles from './affiliate.module.css';

/** The link with the main code, which is this page's first purpose: copy, share, QR code, material to embed. */
export const YourLink = observer(({ code }: { code: string }) => {
  const { formatMessage } = useIntl();
  const { platform, health } = useStores();
  const isHydrated = useHydrated();
  const link = useReferralLink(code);
  const text = useCopyText(formatMessage({ id: 'affiliate.copyLink' }));
  const [isMaterialOpen, setMaterialOpen] = useState(false);
  const { share } = platform;
  const brand = health.host?.brand ?? '';
  return (
    <Card title={<FormattedMessage id="affiliate.link" />}>
      <div className={styles['link']}>
        <div className={styles['linkWords']}>
          <CopyRow
            label={<FormattedMessage id="affiliate.linkHint" />}
            value={link}
            display={<span className={styles['address']}>{link.replace(/^https?:\/\//, '')}</span>}
            isPrimary
            onCopy={platform.copy}
            text={text}
          />
          <div className={styles['actions']}>
            {isHydrated && share && (
              <Button
                size="small"
                onClick={() => {
                  const words = formatMessage({ id: 'affiliate.shareText' }, { brand });
                  void share({ title: brand, text: words, url: link }).catch(() => undefined);
                }}
              >
                <FormattedMessage id="affiliate.share" />
              </Button>
            )}
            <Button size="small" onClick={() => setMaterialOpen(true)}>
              <FormattedMessage id="affiliate.material" />
            </Button>
          </div>
        </div>
        <div className={styles['qr']}>
          {isHydrated && <QrCode value={link} title={formatMessage({ id: 'affiliate.qrOf' }, { link })} />}
        </div>
      </div>
      {isMaterialOpen && <MaterialDialog link={link} brand={brand} onClose={() => setMaterialOpen(false)} />}
    </Card>
  );
});
