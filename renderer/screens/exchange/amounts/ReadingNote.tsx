import { FormattedMessage } from 'react-intl';
import { finishAmount, type AmountReading } from '../../../../contract/amountInput.ts';
import type { Decimal } from '../../../../contract/money.ts';
import styles from './AmountAside.module.css';

interface ReadingNoteProps {
  reading: AmountReading;
  /** Formats an amount in the customer's language. */
  written: (amount: Decimal) => string;
  /** Called with the readings exchanged. */
  onChange: (other: AmountReading) => void;
}

/** Shows how an amount with ambiguous separators was read, with a button for its other reading (D58). */
export function ReadingNote({ reading, written, onChange }: ReadingNoteProps) {
  const { amount, other } = reading;
  const text = (value: string): string => written(finishAmount(value) ?? '0');
  return (
    <span role="status">
      <FormattedMessage id="exchange.readAs" values={{ amount: text(amount) }} />{' '}
      {other !== null && (
        <button type="button" className={styles['set']} onClick={() => onChange({ ...reading, amount: other, other: amount })}>
          <FormattedMessage id="exchange.readAsOther" values={{ amount: text(other) }} />
        </button>
      )}
    </span>
  );
}
