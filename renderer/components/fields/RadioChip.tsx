import type { ReactNode } from 'react';
import styles from './RadioChip.module.css';

export interface RadioChipProps {
  /** The same for all chips of a group */
  name: string;
  checked: boolean;
  onSelect: () => void;
  children: ReactNode;
}

/** One choice of a filter: a native radio button that looks like a chip. The group is a `fieldset` with a `legend`. */
export function RadioChip({ name, checked, onSelect, children }: RadioChipProps) {
  return (
    <label className={styles['chip']}>
      <input className="unseen-radio" type="radio" name={name} checked={checked} onChange={onSelect} />
      <span className={styles['label']}>{children}</span>
    </label>
  );
}
