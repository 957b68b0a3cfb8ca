import { observer } from 'mobx-react-lite';
import { useState, type ReactNode } from 'react';
import type { AmountReading } from '../../../../contract/amountInput.ts';
import { formatAmount } from '../../../../contract/formatAmount.ts';
import type { Decimal } from '../../../../contract/money.ts';
import { AmountInput } from '../../../components/amounts/AmountInput.tsx';
import type { AmountRefusal } from '../../../components/amounts/amountText.ts';
import { classNames } from '../../../components/classNames.ts';
import { Field } from '../../../components/fields/Field.tsx';
import frame from '../../../components/fields/inputFrame.module.css';
import { useStores } from '../../../StoresContext.tsx';
import styles from './AmountField.module.css';
import { ReadingNote } from './ReadingNote.tsx';
import { RefusalNote } from './RefusalNote.tsx';

interface AmountFieldProps {
  label: ReactNode;
  reading: AmountReading;
  onChange: (reading: AmountReading) => void;
  /** How many decimals can be typed */
  decimals: number;
  /** Shown after the amount: "%", "USDT" */
  unit?: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** The dialog focuses this field when it opens. */
  isFirst?: boolean;
}

/** An amount among other fields of a form. Says how ambiguous separators were read and offers the other reading (D58). */
export const AmountField = observer(
  ({ label, reading, onChange, decimals, unit, hint, error, isFirst = false }: AmountFieldProps) => {
    const { locale } = useStores();
    const [refusal, setRefusal] = useState<AmountRefusal | null>(null);
    const written = (amount: Decimal): string => formatAmount(amount, locale.code);
    const note = (): ReactNode => {
      if (refusal !== null) return <RefusalNote refusal={refusal} decimals={decimals} />;
      return reading.isInterpreted ? <ReadingNote reading={reading} written={written} onChange={onChange} /> : hint;
    };
    return (
      <Field
        label={label}
        hint={note()}
        // What was just typed matters more than what was wrong before.
        error={refusal === null ? error : undefined}
      >
        {(control) => (
          <div className={classNames(frame['frame'], styles['amount'])}>
            <AmountInput
              {...control}
              data-autofocus={isFirst || undefined}
              value={reading.amount}
              format={{ language: locale.code, decimals }}
              onChange={(_amount, next) => onChange(next)}
              onRefusal={setRefusal}
              autoComplete="off"
              enterKeyHint="done"
            />
            {unit && <span className="hint">{unit}</span>}
          </div>
        )}
      </Field>
    );
  },
);

/** Returns the reading of an amount that was not typed. */
export const readingOf = (amount: string): AmountReading => ({ amount, other: null, isInterpreted: false });
