import styles from './LoadingBar.module.css';

/** A thin progress bar at the top during a navigation. It takes `lastsMs` to almost fill. */
export function LoadingBar({ active, label, lastsMs }: { active: boolean; label: string; lastsMs: number }) {
  if (!active) return null;
  return (
    <div className={styles['track']} role="progressbar" aria-label={label}>
      <div className={styles['bar']} style={{ animationDuration: `${lastsMs}ms` }} />
    </div>
  );
}
