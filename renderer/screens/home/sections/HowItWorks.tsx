import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '../../../i18n/messages.ts';
import styles from './sections.module.css';

const STEPS = [
  { title: 'how.choose', detail: 'how.chooseDetail' },
  { title: 'how.send', detail: 'how.sendDetail' },
  { title: 'how.receive', detail: 'how.receiveDetail' },
] as const satisfies readonly { title: MessageId; detail: MessageId }[];

/** Explains an exchange in three steps. */
export function HowItWorks() {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={styles['how']}>
      <h2 id={titleId}>
        <FormattedMessage id="how.title" />
      </h2>
      <ol className={styles['steps']}>
        {STEPS.map(({ title, detail }) => (
          <li key={title} className={styles['step']}>
            <h3>
              <FormattedMessage id={title} />
            </h3>
            <p>
              <FormattedMessage id={detail} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
