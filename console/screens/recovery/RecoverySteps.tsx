import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from '../../../renderer/components/buttons/Link.tsx';
import { Card } from '../../../renderer/components/layout/Card.tsx';
import { ActButtons } from '../../acts/ActButtons.tsx';
import styles from './RecoverySteps.module.css';
import type { Recovery } from './transactionCells.tsx';

const STEPS = ['read', 'explain', 'check', 'confirm', 'open'] as const;

/** Which step is next. Only the act `confirm` knows whether the books equal the network. */
function currentOf({ state, transactions }: Recovery): (typeof STEPS)[number] {
  if (state === 'READING') return 'read';
  if (state === 'CONFIRMED') return 'open';
  return transactions.some(({ explanation }) => explanation === null) ? 'explain' : 'check';
}

/** The way out of RECOVERY, with the act of the next step. */
export const RecoverySteps = observer(({ recovery }: { recovery: Recovery }) => {
  const intl = useIntl();
  const { title, readFrom, readTo, transactions, acts } = recovery;
  const current = STEPS.indexOf(currentOf(recovery));
  const explained = transactions.filter(({ explanation }) => explanation !== null).length;
  const range = readFrom === null || readTo === null ? 0 : readTo - readFrom;
  const values = {
    range,
    from: String(readFrom),
    to: String((readTo ?? 0) - 1),
    explained,
    count: transactions.length,
    books: (text: React.ReactNode) => <Link href="/books">{text}</Link>,
  };
  return (
    <Card padding="none" aria-label={intl.formatMessage({ id: 'console.recoverySteps' })} data-open className={styles['card']}>
      <ol className={styles['steps']}>
        {STEPS.map((step, index) => (
          <li
            key={step}
            className={index < current ? styles['done'] : undefined}
            aria-current={index === current ? 'step' : undefined}
          >
            <b>
              <FormattedMessage id={`console.step.${step}`} />
            </b>
            <span className="hint">
              <FormattedMessage id={`console.stepHelp.${step}`} values={values} />
            </span>
          </li>
        ))}
      </ol>
      {acts.length > 0 && (
        <p className={styles['next']}>
          <ActButtons offers={acts} about={title} isPrimary />
        </p>
      )}
    </Card>
  );
});
