import styles from './BrandMark.module.css';

/** The bridge logo. Decorative: the name is next to it. */
export function BrandMark() {
  return (
    <svg className={styles['mark']} viewBox="0 0 26 26" aria-hidden="true" focusable="false">
      <path className={styles['arch']} d="M2 18.5C6 9.5 20 9.5 24 18.5" />
      <path className={styles['deck']} d="M2 18.5h22M8 14.6v3.9M13 13v5.5M18 14.6v3.9" />
    </svg>
  );
}
