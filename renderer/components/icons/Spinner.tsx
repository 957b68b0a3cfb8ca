import styles from './Spinner.module.css';

/** Decorative: the busy element announces itself (`aria-busy`, a live region). */
export function Spinner() {
  return (
    <svg className={styles['spinner']} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <circle className={styles['track']} cx="10" cy="10" r="7.5" />
      <circle cx="10" cy="10" r="7.5" pathLength="100" strokeDasharray="28 100" />
    </svg>
  );
}
