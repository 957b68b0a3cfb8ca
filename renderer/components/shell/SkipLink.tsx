import styles from './SkipLink.module.css';

/** The first focusable element: skips the header to the element with the id `target`. */
export function SkipLink({ target, label }: { target: string; label: string }) {
  return (
    <a className={styles['skip']} href={`#${target}`}>
      {label}
    </a>
  );
}
