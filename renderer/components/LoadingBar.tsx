import styles from './LoadingBar.module.css';

/** A hairline at the upper edge while a page is on its way; it takes `lastsMs` to all but fill. */
export function LoadingBar({ active, label, lastsMs }: { active: boolean; label: string; lastsMs: number }) {
  if (!active) return null;
  return (
    <div className={styles['track']} role="progressbar" aria-label={label}>
      <div className={styles['bar']} style={{ animationDuration: `${lastsMs}ms` }} />
    </div>
  );
}
