import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './AmountPanel.module.css';

export interface AmountPanelProps {
  label: string;
  /** Id of the amount's input. */
  inputId: string;
  /** Beside the label: the bounds, or what is wrong with the amount and its "set minimum" button. */
  aside?: ReactNode;
  amount: ReactNode;
  coin: ReactNode;
  /** One line below: worth in fiat, distance from the market. Its room is kept. */
  foot?: ReactNode;
  footId?: string;
  invalid?: boolean;
}

/** One side of the exchange form: what it is, the amount, the coin. */
export function AmountPanel({ label, inputId, aside, amount, coin, foot, footId, invalid = false }: AmountPanelProps) {
  return (
    <div className={classNames(styles['panel'], invalid && styles['invalid'])}>
      <div className={styles['grid']}>
        <div className={styles['heading']}>
          <label htmlFor={inputId} className={styles['label']}>
            {label}
          </label>
          <span className={styles['aside']}>{aside}</span>
        </div>
        <div className={styles['amount']}>{amount}</div>
        <div className={styles['coin']}>{coin}</div>
        <div id={footId} className={classNames(styles['foot'], 'numeric')}>
          {foot}
        </div>
      </div>
    </div>
  );
}
