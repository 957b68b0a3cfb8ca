import { finishAmount, type AmountReading } from '../../../../contract/amountInput.ts';
import styles from './AmountAside.module.css';
import { useForm } from '../useForm.ts';

interface ReadingNoteProps {
  reading: AmountReading;
  /** Called with the readings exchanged. */
  onChange: (other: AmountReading) => void;
}

/** Shows how an amount with ambiguous separators was read, with a button for its other reading (D58). */
export function ReadingNote({ reading, onChange }: ReadingNoteProps) {
  const { formatMessage, exact } = useForm();
  const { amount, other } = reading;
  const text = (value: string): string => exact(finishAmount(value) ?? '0');
  return (
    <span role="status">
      {formatMessage({ id: 'exchange.readAs' }, { amount: text(amount) })}{' '}
      {other !== null && (
        <button type="button" className={styles['set']} onClick={() => onChange({ ...reading, amount: other, other: amount })}>
          {formatMessage({ id: 'exchange.readAsOther' }, { amount: text(other) })}
        </button>
      )}
    </span>
  );
}
