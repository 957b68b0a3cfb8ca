import { ShieldIcon } from '../../../components/icons/pageIcons.tsx';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { SignedGuarantee } from '../../../../contract/signedDocuments/guarantee.ts';
import { CheckIcon } from '../../../components/icons/icons.tsx';
import { Disclosure } from '../../../components/layout/Disclosure.tsx';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import styles from './guarantee.module.css';

/** Few customers open it, so it loads on demand. */
const GuaranteeDetails = lazy(() => import('./GuaranteeDetails.tsx').then((module) => ({ default: module.GuaranteeDetails })));

/**
 * Shows that the exchange signed the amount and address to send. Renders nothing when the host pins no keys. `GuaranteeRefusal`
 * shows a refusal.
 */
export const GuaranteeNote = observer(() => {
  const { guarantee } = useStores(orderGroup);
  if (guarantee.state === 'checking') {
    return (
      <p className={styles['note']}>
        <ShieldIcon size="small" />
        <FormattedMessage id="guarantee.checking" />
      </p>
    );
  }
  return guarantee.guarantee && <Verified guarantee={guarantee.guarantee} />;
});

function Verified({ guarantee }: { guarantee: SignedGuarantee }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure
      className={styles['signed']}
      onToggle={setOpen}
      summary={
        <span className={styles['summary']}>
          <ShieldIcon size="small" />
          <span>
            <FormattedMessage id="guarantee.signed" />
            <CheckIcon size="small" className={styles['tick']} />
          </span>
          <span>
            <FormattedMessage
              id="guarantee.key"
              values={{ key: <span className="mono">{`${guarantee.keyId.slice(0, 4)}…${guarantee.keyId.slice(-4)}`}</span> }}
            />
          </span>
        </span>
      }
    >
      {isOpen && (
        <Suspense fallback={<div className={styles['room']} aria-busy="true" />}>
          <GuaranteeDetails guarantee={guarantee} />
        </Suspense>
      )}
    </Disclosure>
  );
}
