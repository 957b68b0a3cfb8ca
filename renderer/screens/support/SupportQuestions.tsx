import { FormattedMessage } from 'react-intl';
import { WATCH_AFTER_END_MS } from '../../../contract/limits.ts';
import { Card } from '../../components/layout/Card.tsx';
import { Disclosure } from '../../components/layout/Disclosure.tsx';
import type { MessageId } from '../../i18n/messages.ts';

const QUESTIONS = [
  { question: 'support.nothingHappens', answer: 'support.nothingHappensAnswer' },
  { question: 'support.noMemo', answer: 'support.noMemoAnswer' },
  { question: 'support.otherAmount', answer: 'support.otherAmountAnswer' },
  { question: 'support.late', answer: 'support.lateAnswer' },
  { question: 'support.lost', answer: 'support.lostAnswer' },
  { question: 'support.notInWallet', answer: 'support.notInWalletAnswer' },
  { question: 'support.wrongNetwork', answer: 'support.wrongNetworkAnswer' },
] as const satisfies readonly { question: MessageId; answer: MessageId }[];

const DAY_MS = 24 * 3_600_000;

/** The most frequent problems with what to do. */
export function SupportQuestions() {
  return (
    <Card title={<FormattedMessage id="support.questions" />}>
      {QUESTIONS.map(({ question, answer }) => (
        <Disclosure key={question} summary={<FormattedMessage id={question} />}>
          <FormattedMessage id={answer} values={{ days: WATCH_AFTER_END_MS / DAY_MS }} />
        </Disclosure>
      ))}
    </Card>
  );
}
