import { ACCOUNT_END_FEATURE } from '../../../../contract/features.ts';
import { DownloadIcon } from '../../../components/pageIcons.tsx';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Closing } from '../../../../contract/api/accountEnd.ts';
import { ApiError } from '../../../../contract/errors.ts';
import { Button } from '../../../components/Button.tsx';
import { Card } from '../../../components/Card.tsx';
import { useStores } from '../../../StoresContext.tsx';
import { CloseAccountDialog } from './CloseAccountDialog.tsx';
import styles from './close.module.css';

/** The customer's data as a file, and the end of the account. Null on a host that does not offer them (D30). */
export const AccountEndCard = observer(() => {
  const { health, notifications, platform } = useStores();
  const [busy, setBusy] = useState<'export' | 'closing' | null>(null);
  const [closing, setClosing] = useState<Closing | null>(null);
  if (!health.hasFeature(ACCOUNT_END_FEATURE)) return null;

  const run = async (what: 'export' | 'closing', work: () => Promise<void>): Promise<void> => {
    setBusy(what);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The customer has cancelled the confirmation.
      if (error.code !== 'ERR_SECOND_FACTOR_REQUIRED') notifications.show({ kind: 'error', message: 'accountEnd.failed' });
    } finally {
      setBusy(null);
    }
  };
  const saveExport = async (): Promise<void> => {
    const data = await platform.transport.call('accountEnd.export', {});
    platform.saveFile?.({
      name: `account-${data.userId}-${data.exportedAt.slice(0, 10)}.json`,
      text: `${JSON.stringify(data, null, 2)}\n`,
      mediaType: 'application/json',
    });
  };
  const openDialog = async (): Promise<void> => setClosing(await platform.transport.call('accountEnd.closing', {}));

  return (
    <Card title={<FormattedMessage id="accountEnd.title" />}>
      <ul className={styles['rows']}>
        {platform.saveFile && (
          <li className={styles['row']}>
            <span>
              <FormattedMessage id="accountEnd.exportText" />
            </span>
            <Button size="small" icon={<DownloadIcon />} busy={busy === 'export'} onClick={() => void run('export', saveExport)}>
              <FormattedMessage id="accountEnd.export" />
            </Button>
          </li>
        )}
        <li className={styles['row']}>
          <span>
            <FormattedMessage id="accountEnd.closeText" />
          </span>
          <Button size="small" busy={busy === 'closing'} onClick={() => void run('closing', openDialog)}>
            <FormattedMessage id="accountEnd.close" />
          </Button>
        </li>
      </ul>
      {closing && <CloseAccountDialog closing={closing} onChange={setClosing} onClose={() => setClosing(null)} />}
    </Card>
  );
});
