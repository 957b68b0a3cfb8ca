import { classNames } from '../classNames.ts';
import styles from './Skeleton.module.css';

export interface SkeletonProps {
  /** The font size of the expected text; block fills its container. */
  shape?: 'hint' | 'small' | 'body' | 'title' | 'heading' | 'amount' | 'disc' | 'block';
  width?: 'full' | 'long' | 'half' | 'short';
}

/** Placeholder in the size of the expected content. Decorative: announce loading once on the parent (`aria-busy`). */
export function Skeleton({ shape = 'body', width = 'long' }: SkeletonProps) {
  return (
    <span className={classNames(styles['skeleton'], styles[shape], styles[width])} aria-hidden="true">
      &nbsp;
    </span>
  );
}
