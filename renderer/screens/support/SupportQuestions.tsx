import { FormattedMessage } from 'react-intl';
import { SUPPORT_QUESTIONS, SUPPORT_VALUES } from '../../../contract/texts/supportQuestions.ts';
import { Card } from '../../components/layout/Card.tsx';
import { Disclosure } from '../../components/layout/Disclosure.tsx';

/** The most frequent problems with what to do. */
export function SupportQuestions() {
  return (
    <Card title={<FormattedMessage id="support.questions" />}>
      {SUPPORT_QUESTIONS.map(({ question, answer }) => (
        <Disclosure key={question} summary={<FormattedMessage id={question} />}>
          <FormattedMessage id={answer} values={SUPPORT_VALUES} />
        </Disclosure>
      ))}
    </Card>
  );
}
