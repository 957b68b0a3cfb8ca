import { memo, useId } from 'react';
import { RadioChip } from '../fields/RadioChip.tsx';
import styles from './NetworkChips.module.css';

export interface NetworkChipsProps {
  legend: string;
  allLabel: string;
  networks: readonly { id: string; title: string }[];
  /** null: all networks */
  value: string | null;
  onChange: (network: string | null) => void;
}

/** Filters the list by network. Native radio buttons in a horizontally scrolling strip; typing does not render them. */
export const NetworkChips = memo(function NetworkChips({ legend, allLabel, networks, value, onChange }: NetworkChipsProps) {
  const name = useId();
  return (
    <fieldset className={styles['strip']}>
      <legend className="visually-hidden">{legend}</legend>
      {[{ id: null, title: allLabel }, ...networks].map(({ id, title }) => (
        <RadioChip key={id ?? ''} name={name} checked={id === value} onSelect={() => onChange(id)}>
          {title}
        </RadioChip>
      ))}
    </fieldset>
  );
});
