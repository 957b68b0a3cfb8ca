import { DownloadIcon } from '../../../components/icons/pageIcons.tsx';
import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../components/buttons/Button.tsx';
import { CopyRow } from '../../../components/data/CopyRow.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { useStores } from '../../../StoresContext.tsx';
import { bannerOf } from './bannerOf.ts';
import { useCopyText } from './useCopyText.ts';
import styles from './affiliate.module.css';

/** Material to embed: a link and a button as HTML, and a banner as a file. */
export const MaterialDialog = observer(({ link, brand, onClose }: { link: string; brand: string; onClose: () => void }) => {
  const { formatMessage } = useIntl();
  const { platform } = useStores();
  const label = formatMessage({ id: 'affiliate.shareText' }, { brand });
  const html = `<a href="${escape(link)}">${escape(label)}</a>`;
  const button = `<a href="${escape(link)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#0b6b73;color:#fff;font:600 16px system-ui,sans-serif;text-decoration:none">${escape(label)}</a>`;
  const linkText = useCopyText(formatMessage({ id: 'affiliate.copyHtmlLink' }));
  const buttonText = useCopyText(formatMessage({ id: 'affiliate.copyHtmlButton' }));
  const save = platform.saveFile;
  return (
    <Dialog
      title={formatMessage({ id: 'affiliate.materialTitle' })}
      closeLabel={formatMessage({ id: 'exchange.close' })}
      onClose={onClose}
    >
      <div className={styles['material']}>
        <CopyRow
          label={<FormattedMessage id="affiliate.htmlLink" />}
          value={html}
          display={<code className={styles['code']}>{html}</code>}
          onCopy={platform.copy}
          text={linkText}
        />
        <CopyRow
          label={<FormattedMessage id="affiliate.htmlButton" />}
          value={button}
          display={<code className={styles['code']}>{button}</code>}
          onCopy={platform.copy}
          text={buttonText}
        />
        {save && (
          <div className={styles['actions']}>
            <Button
              size="small"
              icon={<DownloadIcon />}
              onClick={() => save({ name: `${brand}-728x90.svg`, text: bannerOf(brand, label), mediaType: 'image/svg+xml' })}
            >
              <FormattedMessage id="affiliate.banner" />
            </Button>
            <p className="hint">
              <FormattedMessage id="affiliate.bannerHint" />
            </p>
          </div>
        )}
      </div>
    </Dialog>
  );
});

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
