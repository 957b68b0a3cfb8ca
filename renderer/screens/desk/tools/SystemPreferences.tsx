import { useState, type KeyboardEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { shortcutOf } from '../../../../contract/desktop/globalShortcut.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { classNames } from '../../../components/classNames.ts';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import { useStores } from '../../../StoresContext.tsx';
import { Keys } from './Keys.tsx';
import styles from './tools.module.css';

/** What the app does outside of its windows: start with the system, run without a window, a shortcut in all programs. */
export function SystemPreferences() {
  const { platform } = useStores();
  const { keepRunning, startWithSystem, globalShortcut } = platform;
  const [keepsRunning, setKeepsRunning] = useState(() => keepRunning?.isOn() ?? false);
  const [starts, setStarts] = useState(() => startWithSystem?.isOn() ?? false);
  return (
    <>
      {keepRunning && (
        <div>
          <Checkbox
            checked={keepsRunning}
            onChange={(isOn) => {
              keepRunning.set(isOn);
              setKeepsRunning(isOn);
            }}
          >
            <FormattedMessage id="desk.preferences.keepRunning" />
          </Checkbox>
          <p className={classNames('hint', styles['explanation'])}>
            <FormattedMessage id="desk.preferences.keepRunningHint" />
          </p>
        </div>
      )}
      {startWithSystem && (
        <Checkbox
          checked={starts}
          onChange={(isOn) => {
            setStarts(isOn);
            // The system decides.
            void startWithSystem.set(isOn).finally(() => setStarts(startWithSystem.isOn()));
          }}
        >
          <FormattedMessage id="desk.preferences.startWithSystem" />
        </Checkbox>
      )}
      {globalShortcut && <ShortcutSetting globalShortcut={globalShortcut} />}
    </>
  );
}

interface ShortcutSettingProps {
  globalShortcut: NonNullable<ReturnType<typeof useStores>['platform']['globalShortcut']>;
}

/** Takes the next keys that are pressed while it listens. */
function ShortcutSetting({ globalShortcut }: ShortcutSettingProps) {
  const { formatMessage } = useIntl();
  const { about } = useStores().platform;
  const [shortcut, setShortcut] = useState(globalShortcut.current);
  const [state, setState] = useState<'idle' | 'listening' | 'taken'>('idle');
  const use = async (next: string | null): Promise<void> => {
    const isSet = await globalShortcut.set(next).catch(() => false);
    setState(isSet ? 'idle' : 'taken');
    setShortcut(globalShortcut.current());
  };
  const listen = (event: KeyboardEvent): void => {
    if (state !== 'listening' || event.key === 'Tab') return;
    event.preventDefault();
    // Escape ends the setting, not the dialog.
    event.stopPropagation();
    if (event.key === 'Escape') return setState('idle');
    const pressed = shortcutOf(event);
    if (pressed !== null) void use(pressed);
  };
  const label = formatMessage({ id: 'desk.preferences.shortcut' });
  return (
    <div>
      <div className={styles['settingRow']}>
        <span>{label}</span>
        {shortcut !== null && <Keys keys={labelsOf(shortcut, about?.modifier ?? 'Ctrl')} />}
        <Button
          size="small"
          aria-label={`${label}: ${formatMessage({ id: state === 'listening' ? 'desk.preferences.shortcutPress' : 'desk.preferences.shortcutSet' })}`}
          onClick={() => setState('listening')}
          onKeyDown={listen}
          onBlur={() => setState((current) => (current === 'listening' ? 'idle' : current))}
        >
          <FormattedMessage id={state === 'listening' ? 'desk.preferences.shortcutPress' : 'desk.preferences.shortcutSet'} />
        </Button>
        {shortcut !== null && (
          <Button size="small" onClick={() => void use(null)}>
            <FormattedMessage id="desk.preferences.shortcutRemove" />
          </Button>
        )}
      </div>
      <p className={classNames('hint', styles['explanation'])} role="status">
        <FormattedMessage id={state === 'taken' ? 'desk.preferences.shortcutTaken' : 'desk.preferences.shortcutHint'} />
      </p>
    </div>
  );
}

const labelsOf = (shortcut: string, modifier: string): string[] =>
  shortcut.split('+').map((part) => (part === 'CommandOrControl' ? modifier : part));
