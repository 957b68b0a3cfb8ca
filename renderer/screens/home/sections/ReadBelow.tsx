import { HowItWorks } from './HowItWorks.tsx';
import { Questions } from './Questions.tsx';
import styles from './ReadBelow.module.css';

/** The introductory sections below the form. */
export function ReadBelow() {
  return (
    <div className={styles['below']}>
      <HowItWorks />
      <Questions />
    </div>
  );
}
