import { DownloadIcon } from '../../components/pageIcons.tsx';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { writeCsv } from '../../../contract/tables/csv.ts';
import { Button } from '../../components/Button.tsx';
import { useStores } from '../../StoresContext.tsx';

export interface SaveEarningsProps {
  /** Name of the file */
  name: string;
  header: readonly string[];
  readRows: () => Promise<string[][]>;
}

/** Saves all earnings as a CSV file. */
export const SaveEarnings = observer(({ name, header, readRows }: SaveEarningsProps) => {
  const { platform, notifications } = useStores();
  const [isBusy, setBusy] = useState(false);
  const { saveFile } = platform;
  if (!saveFile) return null;
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const rows = await readRows();
      saveFile({ name, text: writeCsv([header, ...rows]), mediaType: 'text/csv' });
    } catch {
      notifications.show({ kind: 'error', message: 'earnings.saveFailed' });
    }
    setBusy(false);
  };
  return (
    <Button size="small" icon={<DownloadIcon />} busy={isBusy} onClick={() => void save()}>
      <FormattedMessage id="earnings.csv" />
    </Button>
  );
});
