import type { ReactNode, Ref } from 'react';
import styles from './PageHeading.module.css';

export interface PageHeadingProps {
  title: ReactNode;
  lead?: ReactNode;
  /** At the end of the line on wide screens: a countdown, an action. */
  aside?: ReactNode;
  /** The router focuses it after a navigation. */
  ref?: Ref<HTMLHeadingElement>;
}

export function PageHeading({ title, lead, aside, ref }: PageHeadingProps) {
  return (
    <div className={styles['heading']}>
      <div className={styles['words']}>
        <h1 ref={ref} tabIndex={-1}>
          {title}
        </h1>
        {lead && <div className={styles['lead']}>{lead}</div>}
      </div>
      {aside}
    </div>
  );
}
