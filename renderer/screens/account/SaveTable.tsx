import { DownloadIcon } from '../../components/icons/pageIcons.tsx';
import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { Button } from '../../components/buttons/Button.tsx';
import type { MessageId } from '../../i18n/messages.ts';
import { useStores } from '../../StoresContext.tsx';
import { useBusy } from '../../useBusy.ts';

interface SaveTableProps {
  /** Name of the file */
  name: string;
  label?: MessageId;
  failure?: MessageId;
  className?: string | undefined;
  size?: 'small' | 'medium';
  /** Returns the table as CSV. */
  read: () => Promise<string>;
}

/** Saves a table as a CSV file. */
export const SaveTable = observer(
  ({ name, label = 'earnings.csv', failure = 'earnings.saveFailed', className, size = 'small', read }: SaveTableProps) => {
    const { platform, notifications } = useStores();
    const [isBusy, run] = useBusy();
    const { saveFile } = platform;
    if (!saveFile) return null;
    const save = async (): Promise<void> => {
      try {
        saveFile({ name, text: await read(), mediaType: 'text/csv' });
      } catch {
        notifications.show({ kind: 'error', message: failure });
      }
    };
    return (
      <Button size={size} className={className} icon={<DownloadIcon />} busy={isBusy} onClick={() => run(save)}>
        <FormattedMessage id={label} />
      </Button>
    );
  },
);
