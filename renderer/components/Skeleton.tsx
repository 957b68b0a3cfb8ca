import { classNames } from './classNames.ts';
import styles from './Skeleton.module.css';

export interface SkeletonProps {
  /** The type size of what comes; block fills its container. */
  shape?: 'hint' | 'small' | 'body' | 'title' | 'heading' | 'amount' | 'disc' | 'block';
  width?: 'full' | 'long' | 'half' | 'short';
}

/** Holds the room of what comes, in its size. Decoration: say "loading" once, on the part that loads (`aria-busy`). */
export function Skeleton({ shape = 'body', width = 'long' }: SkeletonProps) {
  return (
    <span className={classNames(styles['skeleton'], styles[shape], styles[width])} aria-hidden="true">
      &nbsp;
    </span>
  );
}
