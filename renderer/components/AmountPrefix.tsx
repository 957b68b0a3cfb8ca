import { ApproximateIcon, EqualIcon, LockIcon } from './icons.tsx';
import styles from './Amount.module.css';

/** approximate: a floating amount, it may change; locked: a fixed one (D24). */
export type AmountPrefixKind = 'approximate' | 'locked';

/** Quiet and small beside the figures. Decoration: the field's description says it in words. */
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
