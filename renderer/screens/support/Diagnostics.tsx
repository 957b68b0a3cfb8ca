import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { SHORT_NOTIFICATION_MS } from '../../../contract/limits.ts';
import { Button } from '../../components/buttons/Button.tsx';
import { Card } from '../../components/layout/Card.tsx';
import { Disclosure } from '../../components/layout/Disclosure.tsx';
import { CopyIcon } from '../../components/icons/pageIcons.tsx';
import { useStores } from '../../StoresContext.tsx';
import { diagnosticLines } from './diagnosticLines.ts';
import styles from './SupportScreen.module.css';

/** Diagnostic lines for a support e-mail, collected at the moment of the request. */
export function Diagnostics({ order }: { order: string }) {
  const stores = useStores();
  const [shown, setShown] = useState('');
  const copy = async () => {
    const isCopied = await stores.platform.copy(diagnosticLines({ stores, order }));
    stores.notifications.show(
      isCopied
        ? { kind: 'success', message: 'support.diagnosticsCopied', lastsMs: SHORT_NOTIFICATION_MS }
        : { kind: 'error', message: 'support.diagnosticsNotCopied' },
    );
  };
  return (
    <Card title={<FormattedMessage id="support.diagnostics" />} className={styles['card']}>
      <p className="secondary">
        <FormattedMessage id="support.diagnosticsLead" />
      </p>
      <p className={styles['ways']}>
        <Button icon={<CopyIcon />} onClick={() => void copy()}>
          <FormattedMessage id="support.copyDiagnostics" />
        </Button>
      </p>
      <Disclosure
        summary={<FormattedMessage id="support.showDiagnostics" />}
        onToggle={(isOpen) => setShown(isOpen ? diagnosticLines({ stores, order }) : '')}
      >
        <pre className={styles['lines']}>{shown}</pre>
      </Disclosure>
    </Card>
  );
}
