import { DownloadIcon } from '../../../components/pageIcons.tsx';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '../../../components/Button.tsx';
import { accountHistoryGroup } from '../../../stores/history/AccountHistoryStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import styles from './accountHistory.module.css';

/** Saves the orders of the account as a table, with the filters of the list. */
export const SaveTable = observer(() => {
  const { accountHistory, notifications, platform } = useStores(accountHistoryGroup);
  const [isBusy, setBusy] = useState(false);
  const { saveFile } = platform;
  if (!saveFile) return null;
  const save = async () => {
    setBusy(true);
    try {
      saveFile({ name: 'orders.csv', text: await accountHistory.table(), mediaType: 'text/csv' });
    } catch {
      notifications.show({ kind: 'error', message: 'account.history.tableFailed' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button className={styles['save']} icon={<DownloadIcon />} busy={isBusy} onClick={() => void save()}>
      <FormattedMessage id="account.history.table" />
    </Button>
  );
});
