import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ORDER_PASS_EXTENSION, ORDER_PASS_MEDIA_TYPE } from '../../../../contract/desktop/orderPassFile.ts';
import { brand } from '../../../brand.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { QrCode } from '../../../components/data/QrCode.tsx';
import type { MessageId } from '../../../i18n/messages.ts';
import type { Dialogs } from '../../../stores/DialogStore.ts';
import { orderPath, writePassFile } from '../../../stores/deviceOrders/orderPass.ts';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import styles from '../order.module.css';

/** The order pass as a QR code, a file and a link (D3). */
export const PassDialog = observer(({ data }: { data: Dialogs['orderPass'] }) => {
  const { formatMessage } = useIntl();
  const { platform, locale, dialogs, deviceOrders } = useStores(orderGroup);
  // Show the message in the dialog, because it hides the rest of the page from screen readers.
  const [said, setSaid] = useState<MessageId | null>(null);
  const link = platform.addressOf(locale.path(orderPath(data)));
  const saved = () => deviceOrders.notePassSaved(data.orderId);

  const saveFile = () => {
    const page = platform.addressOf(locale.path('/order'));
    const about = formatMessage({ id: 'pass.about' }, { brand: brand.name, page });
    const text = writePassFile(data, { about, exchange: data.exchange, createdAt: data.createdAt, link });
    platform.saveFile?.({ name: `order-pass-${data.orderId}${ORDER_PASS_EXTENSION}`, text, mediaType: ORDER_PASS_MEDIA_TYPE });
    saved();
  };
  const copyLink = async () => {
    const isCopied = await platform.copy(link);
    if (isCopied) saved();
    setSaid(isCopied ? 'pass.linkCopied' : 'pass.linkNotCopied');
  };
  const share = async () => {
    const what = { title: formatMessage({ id: 'pass.shareTitle' }), text: data.exchange, url: link };
    // The customer cancelled sharing.
    await platform.share?.(what).then(saved, () => undefined);
  };
  return (
    <Dialog
      title={formatMessage({ id: 'pass.title' })}
      closeLabel={formatMessage({ id: 'exchange.close' })}
      onClose={dialogs.close}
      footer={
        <div className={styles['passWays']}>
          {platform.saveFile && (
            <Button variant="primary" onClick={saveFile}>
              <FormattedMessage id="pass.file" />
            </Button>
          )}
          <Button onClick={() => void copyLink()}>
            <FormattedMessage id="pass.copyLink" />
          </Button>
          {platform.share && (
            <Button onClick={() => void share()}>
              <FormattedMessage id="pass.share" />
            </Button>
          )}
        </div>
      }
    >
      <div className={styles['pass']}>
        <p>
          <FormattedMessage id="pass.lead" />
        </p>
        <div className={styles['passCode']}>
          <QrCode value={link} title={formatMessage({ id: 'pass.code' })} />
        </div>
        <p className="hint">
          <FormattedMessage id="pass.scan" />
        </p>
        <p role="status">{said && <FormattedMessage id={said} />}</p>
      </div>
    </Dialog>
  );
});
