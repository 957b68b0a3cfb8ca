import type { ReactNode } from 'react';
import { ChevronDownIcon } from '../icons/icons.tsx';
import { classNames } from '../classNames.ts';
import styles from './Disclosure.module.css';

export interface DisclosureProps {
  summary: ReactNode;
  /** At the end of the summary: the value that the details explain. */
  aside?: ReactNode;
  children: ReactNode;
  /** Open from the start. */
  open?: boolean;
  /** Opening one closes the others of the same name. */
  name?: string;
  onToggle?: (open: boolean) => void;
  className?: string | undefined;
}

/** A collapsible part: questions and answers, details of a fee. Works without scripts. */
export function Disclosure({ summary, aside, children, open, name, onToggle, className }: DisclosureProps) {
  return (
    <details
      className={classNames(styles['details'], className)}
      open={open}
      name={name}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      <summary className={styles['summary']}>
        <span>{summary}</span>
        {aside && <span className={styles['aside']}>{aside}</span>}
        <ChevronDownIcon className={styles['chevron']} />
      </summary>
      <div className={styles['content']}>{children}</div>
    </details>
  );
}
