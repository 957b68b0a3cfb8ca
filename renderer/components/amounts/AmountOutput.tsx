import { AmountPrefix, type AmountPrefixKind } from './AmountPrefix.tsx';
import { amountWidth } from './amountText.ts';
import { classNames } from '../classNames.ts';
import styles from './Amount.module.css';

export interface AmountOutputProps {
  /** Already formatted for the reader's language. */
  text: string;
  unit?: string;
  prefix?: AmountPrefixKind | null;
  stale?: boolean;
  className?: string | undefined;
}

/** A large read-only amount. It wraps if even the smallest font does not fit. */
export function AmountOutput({ text, unit, prefix = null, stale = false, className }: AmountOutputProps) {
  return (
    <span className={classNames(styles['amount'], styles['output'], stale && styles['stale'], className)}>
      {prefix && <AmountPrefix kind={prefix} />}
      <span className={styles['box']}>
        <span
          translate="no"
          className={classNames(styles['text'], 'numeric')}
          data-width={amountWidth(unit ? `${text} ${unit}` : text)}
        >
          {text}
          {unit && <span className={styles['unit']}> {unit}</span>}
        </span>
      </span>
    </span>
  );
}
