import { FormattedMessage, useIntl } from 'react-intl';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { useStores } from '../../../StoresContext.tsx';
import { Keys } from './Keys.tsx';
import { SHORTCUTS } from './shortcuts.ts';
import styles from './tools.module.css';
import { modifierOf } from './useShortcuts.ts';

/** The list of keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { formatMessage } = useIntl();
  const { platform } = useStores();
  return (
    <Dialog
      title={formatMessage({ id: 'desk.shortcuts.title' })}
      closeLabel={formatMessage({ id: 'exchange.close' })}
      onClose={onClose}
    >
      <ul className={styles['shortcuts']}>
        {SHORTCUTS.map(({ command, text }) => (
          <li key={command} className={styles['shortcut']}>
            <FormattedMessage id={text} />
            <Keys command={command} />
          </li>
        ))}
        <li className={styles['shortcut']}>
          <FormattedMessage id="desk.shortcut.submit" />
          <Keys keys={[modifierOf(platform.about), 'Enter']} />
        </li>
      </ul>
      <p className="hint">
        <FormattedMessage id="desk.shortcuts.plain" />
      </p>
    </Dialog>
  );
}
