import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Instrument } from '../../../../contract/api/instruments.ts';
import type { Decimal } from '../../../../contract/money.ts';
import { shortened } from '../../../../contract/shortened.ts';
import { LinkButton } from '../../../components/buttons/LinkButton.tsx';
import { ExternalIcon } from '../../../components/icons/pageIcons.tsx';
import { useStores } from '../../../StoresContext.tsx';
import { networkName } from '../../coins/coinViews.ts';
import { useMoney } from '../useMoney.ts';
import styles from './finished.module.css';

interface LegProps {
  title: ReactNode;
  amount: Decimal;
  coin: Instrument;
  transactions: readonly { txHash: string | null; explorerUrl: string | null }[];
}

/** What went one way: its amount, and each transaction with its explorer. */
export function Leg({ title, amount, coin, transactions }: LegProps) {
  const { money } = useMoney();
  const { locale } = useStores();
  return (
    <div className={styles['leg']}>
      <p className="hint">{title}</p>
      <p className="numeric">
        <b>{money(amount, coin)}</b>
      </p>
      <ul>
        {transactions.flatMap(({ txHash, explorerUrl }) =>
          txHash === null ? (
            []
          ) : (
            <li key={txHash}>
              <span className="mono hint">{shortened(txHash)}</span>
              {explorerUrl !== null && (
                <LinkButton
                  size="small"
                  external={!explorerUrl.startsWith('/')}
                  // The explorer of an embedded network is the sandbox page of this site.
                  href={explorerUrl.startsWith('/') ? locale.path(explorerUrl) : explorerUrl}
                >
                  <FormattedMessage id="order.done.explorer" values={{ network: networkName(coin) }} />
                  <ExternalIcon size="small" />
                </LinkButton>
              )}
            </li>
          ),
        )}
      </ul>
    </div>
  );
}
