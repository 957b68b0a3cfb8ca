import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './AmountPanel.module.css';

export interface AmountPanelProps {
  label: string;
  /** Id of the amount's input. */
  inputId: string;
  /** Next to the label: the bounds, or the amount's error with its "set minimum" button. */
  aside?: ReactNode;
  amount: ReactNode;
  coin: ReactNode;
  /** One line below: fiat value, distance from the market. Its space is reserved. */
  foot?: ReactNode;
  footId?: string;
  invalid?: boolean;
  /** `aside` is in the last line instead of the first. */
  dense?: boolean;
}

/** One side of the exchange form: label, amount, coin. */
export function AmountPanel({
  label,
  inputId,
  aside,
  amount,
  coin,
  foot,
  footId,
  invalid = false,
  dense = false,
}: AmountPanelProps) {
  return (
    <div className={classNames(styles['panel'], invalid && styles['invalid'])}>
      <div className={styles['grid']}>
        <div className={styles['heading']}>
          <label htmlFor={inputId} className={styles['label']}>
            {label}
          </label>
          {!dense && <span className={styles['aside']}>{aside}</span>}
        </div>
        <div className={styles['amount']}>{amount}</div>
        <div className={styles['coin']}>{coin}</div>
        <div id={footId} className={classNames(styles['foot'], dense && styles['shared'], 'numeric')}>
          {dense ? <span>{foot}</span> : foot}
          {dense && <span className={styles['aside']}>{aside}</span>}
        </div>
      </div>
    </div>
  );
}
