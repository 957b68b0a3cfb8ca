import { useStores } from '../../../StoresContext.tsx';
import { keysOf, type Command } from './shortcuts.ts';
import styles from './tools.module.css';
import { modifierOf } from './useShortcuts.ts';

/** The keys of a command, or of an action of the current view. */
export function Keys({
  command,
  keys,
}: { command: Command; keys?: undefined } | { command?: undefined; keys: readonly string[] }) {
  const { platform } = useStores();
  const labels = keys ?? keysOf(command, modifierOf(platform.about));
  return (
    <span className={styles['keys']}>
      {labels.map((label) => (
        <kbd key={label} className={styles['key']}>
          {label}
        </kbd>
      ))}
    </span>
  );
}
