import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { IconButton } from '../../../components/buttons/IconButton.tsx';
import { SearchIcon } from '../../../components/icons/pageIcons.tsx';
import { useStores } from '../../../StoresContext.tsx';
import { BookIcon } from '../deskIcons.tsx';
import { Keys } from './Keys.tsx';
import { ariaKeysOf, type Command } from './shortcuts.ts';
import styles from './tools.module.css';
import { useCommands } from './useCommands.ts';
import { modifierOf } from './useShortcuts.ts';

/** Buttons that open the command palette and the address book. */
export const ToolButtons = observer(() => {
  const { formatMessage } = useIntl();
  const { platform } = useStores();
  const run = useCommands();
  const keys = (command: Command): string => ariaKeysOf(command, modifierOf(platform.about));
  return (
    <>
      <button type="button" className={styles['search']} aria-keyshortcuts={keys('palette')} onClick={() => run('palette')}>
        <SearchIcon size="small" />
        <span className={styles['searchWords']}>
          <FormattedMessage id="desk.searchOrRun" />
        </span>
        {/* The name of the button is its words. */}
        <span className={styles['searchKeys']} aria-hidden="true">
          <Keys command="palette" />
        </span>
      </button>
      {platform.addressBook && (
        <IconButton
          icon={<BookIcon />}
          label={formatMessage({ id: 'desk.shortcut.addressBook' })}
          aria-keyshortcuts={keys('addressBook')}
          onClick={() => run('addressBook')}
        />
      )}
    </>
  );
});
