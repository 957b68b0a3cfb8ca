import { ACCOUNT_END_FEATURE } from '../../../../contract/features.ts';
import { DownloadIcon } from '../../../components/icons/pageIcons.tsx';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '../../../components/buttons/Button.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { AccountEndStore } from '../../../stores/account/AccountEndStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { CloseAccountDialog } from './CloseAccountDialog.tsx';
import styles from './close.module.css';

/** The customer's data as a file, and the end of the account. Null on a host that does not offer them (D30). */
export const AccountEndCard = observer(() => {
  const { health, notifications, platform, session } = useStores();
  const [accountEnd] = useState(() => new AccountEndStore({ platform, notifications, session }));
  if (!health.hasFeature(ACCOUNT_END_FEATURE)) return null;
  const { busyWith, closing, saveExport, openDialog } = accountEnd;
  return (
    <Card title={<FormattedMessage id="accountEnd.title" />}>
      <ul className={styles['rows']}>
        {platform.saveFile && (
          <li className={styles['row']}>
            <span>
              <FormattedMessage id="accountEnd.exportText" />
            </span>
            <Button size="small" icon={<DownloadIcon />} busy={busyWith === 'export'} onClick={() => void saveExport()}>
              <FormattedMessage id="accountEnd.export" />
            </Button>
          </li>
        )}
        <li className={styles['row']}>
          <span>
            <FormattedMessage id="accountEnd.closeText" />
          </span>
          <Button size="small" busy={busyWith === 'closing'} onClick={() => void openDialog()}>
            <FormattedMessage id="accountEnd.close" />
          </Button>
        </li>
      </ul>
      {closing && <CloseAccountDialog accountEnd={accountEnd} closing={closing} />}
    </Card>
  );
});
