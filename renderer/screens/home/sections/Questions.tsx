import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { Disclosure } from '../../../components/layout/Disclosure.tsx';
import type { MessageId } from '../../../i18n/messages.ts';
import styles from './sections.module.css';

const QUESTIONS = [
  { question: 'questions.fees', answer: 'questions.feesAnswer' },
  { question: 'questions.mode', answer: 'questions.modeAnswer' },
  { question: 'questions.time', answer: 'questions.timeAnswer' },
  { question: 'questions.refund', answer: 'questions.refundAnswer' },
  { question: 'questions.memo', answer: 'questions.memoAnswer' },
  { question: 'questions.close', answer: 'questions.closeAnswer' },
  { question: 'questions.privacy', answer: 'questions.privacyAnswer' },
] as const satisfies readonly { question: MessageId; answer: MessageId }[];

/** Frequent questions with answers. */
export function Questions() {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={styles['questions']}>
      <h2 id={titleId}>
        <FormattedMessage id="questions.title" />
      </h2>
      <div>
        {QUESTIONS.map(({ question, answer }) => (
          <Disclosure key={question} summary={<FormattedMessage id={question} />}>
            <FormattedMessage id={answer} />
          </Disclosure>
        ))}
      </div>
    </section>
  );
}
