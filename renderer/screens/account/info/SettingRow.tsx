import type { ReactNode } from 'react';
import styles from './info.module.css';

interface SettingRowProps {
  icon: ReactNode;
  title: ReactNode;
  detail: ReactNode;
  /** The state of the setting, before the actions. */
  state?: ReactNode;
  actions?: ReactNode;
}

/** One entry of a list of settings: what it is, its state, and what can be done with it. */
export function SettingRow({ icon, title, detail, state, actions }: SettingRowProps) {
  return (
    <li className={styles['row']}>
      <span className={styles['icon']}>{icon}</span>
      <div className={styles['words']}>
        <strong>{title}</strong>
        <span className="hint">{detail}</span>
      </div>
      {state && <span className={styles['state']}>{state}</span>}
      {actions && <span className={styles['actions']}>{actions}</span>}
    </li>
  );
}
