import styles from './content.module.css';

/** A text of the host, which the host has sanitised. */
export const ContentText = ({ html }: { html: string }) => (
  <div className={`prose ${styles['text']}`} dangerouslySetInnerHTML={{ __html: html }} />
);
