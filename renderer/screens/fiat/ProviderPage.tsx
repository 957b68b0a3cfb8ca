import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/buttons/Button.tsx';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { LockIcon } from '../../components/icons/icons.tsx';
import { ExternalIcon } from '../../components/icons/pageIcons.tsx';
import { useStores } from '../../StoresContext.tsx';
import dialogs from '../exchange/dialogs/dialogs.module.css';
import order from '../order/order.module.css';

interface ProviderPageProps {
  title: ReactNode;
  /** The provider's page. Its host is shown before it opens. */
  url: string;
  children: ReactNode;
  open: ReactNode;
  /** Called before the page opens, which ends this one on the web. */
  onOpen?: () => void;
  onClose: () => void;
}

/** Shows which page of the provider opens next, before it does (§2 redirect modal). */
export function ProviderPage({ title, url, children, open, onOpen, onClose }: ProviderPageProps) {
  const { formatMessage } = useIntl();
  const { platform } = useStores();
  const leave = (): void => {
    onOpen?.();
    (platform.openInPlace ?? platform.openExternal)(url);
  };
  return (
    <Dialog
      title={title}
      closeLabel={formatMessage({ id: 'exchange.close' })}
      onClose={onClose}
      footer={
        <div className={dialogs['actions']}>
          <Button onClick={onClose}>
            <FormattedMessage id="fiat.notNow" />
          </Button>
          <Button variant="primary" icon={<ExternalIcon />} onClick={leave}>
            {open}
          </Button>
        </div>
      }
    >
      <div className={order['stage']}>
        {children}
        <div>
          <span className="hint">
            <FormattedMessage id="fiat.opens" />
          </span>
          <p className={order['foot']}>
            <LockIcon />
            <span className="mono" translate="no">
              {new URL(url).host}
            </span>
          </p>
        </div>
      </div>
    </Dialog>
  );
}
