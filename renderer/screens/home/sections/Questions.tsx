import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { FREQUENT_QUESTIONS, frequentValues } from '../../../../contract/texts/frequentQuestions.ts';
import { Disclosure } from '../../../components/layout/Disclosure.tsx';
import { useStores } from '../../../StoresContext.tsx';
import styles from './sections.module.css';

/** Frequent questions with answers. */
export const Questions = observer(() => {
  const { locale } = useStores();
  const titleId = useId();
  const values = frequentValues(locale.code);
  return (
    <section aria-labelledby={titleId} className={styles['questions']}>
      <h2 id={titleId}>
        <FormattedMessage id="questions.title" />
      </h2>
      <div>
        {FREQUENT_QUESTIONS.map(({ question, answer }) => (
          <Disclosure key={question} summary={<FormattedMessage id={question} />}>
            <FormattedMessage id={answer} values={values} />
          </Disclosure>
        ))}
      </div>
    </section>
  );
});
