import { ApproximateIcon, EqualIcon, LockIcon } from '../icons/icons.tsx';
import styles from './Amount.module.css';

/** approximate: a floating amount, it may change; locked: a fixed one (D24). */
export type AmountPrefixKind = 'approximate' | 'locked';

/** Small symbol next to the digits. Decorative: the field's description has the text. */
export function AmountPrefix({ kind }: { kind: AmountPrefixKind }) {
  return (
    <span className={styles['prefix']} aria-hidden="true">
      {kind === 'approximate' ? (
        <ApproximateIcon size="small" />
      ) : (
        <>
          <LockIcon size="small" />
          <EqualIcon size="small" />
        </>
      )}
    </span>
  );
}
