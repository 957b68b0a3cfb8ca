import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import type { WithdrawalTerms } from '../../../../contract/api/withdrawals.ts';
import { Card } from '../../../components/layout/Card.tsx';
import { classNames } from '../../../components/classNames.ts';
import { withdrawGroup } from '../../../stores/account/WithdrawStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { LocalDate } from '../LocalDate.tsx';
import { ShortAddress } from '../ShortAddress.tsx';
import styles from './withdraw.module.css';

const SHOWN = 5;

/** The addresses of earlier withdrawals. A tap enters one. */
export const KnownAddresses = observer(({ terms }: { terms: WithdrawalTerms }) => {
  const { withdraw } = useStores(withdrawGroup);
  if (terms.knownAddresses.length === 0) return null;
  return (
    <Card title={<FormattedMessage id="withdraw.usedBefore" />}>
      <ul className={styles['book']}>
        {terms.knownAddresses.slice(0, SHOWN).map(({ address, lastUsedAt, lastState }) => (
          <li key={address}>
            <button type="button" className={styles['entry']} onClick={() => void withdraw.setAddress(address)}>
              <ShortAddress address={address} />
              <span className={classNames('hint', lastState === 'FAILED' && styles['bad'])}>
                <FormattedMessage
                  id={lastState === 'FAILED' ? 'withdraw.failedOn' : 'withdraw.usedOn'}
                  values={{ date: <LocalDate at={lastUsedAt} /> }}
                />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
});
