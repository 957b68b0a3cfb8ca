import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { IconButton } from '../../components/buttons/IconButton.tsx';
import { ScanIcon } from '../../components/icons/icons.tsx';
import { useStores } from '../../StoresContext.tsx';

/** Opens the scanner of QR codes. Render it only with a camera ({@link useCamera}). */
export const ScanButton = observer(({ onText }: { onText: (text: string) => void }) => {
  const { formatMessage } = useIntl();
  const { dialogs } = useStores();
  return (
    <IconButton
      label={formatMessage({ id: 'scan.title' })}
      icon={<ScanIcon />}
      onClick={() => dialogs.open({ name: 'scan', data: { onText } })}
    />
  );
});
