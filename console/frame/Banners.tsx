import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Link } from '../../renderer/components/buttons/Link.tsx';
import { DangerIcon, WarningIcon } from '../../renderer/components/icons/icons.tsx';
import { useNow } from '../../renderer/screens/shell/useNow.ts';
import { useStores } from '../../renderer/StoresContext.tsx';
import { timeText } from '../parts/times.ts';
import { useCoins } from '../parts/useCoins.ts';
import { consoleGroup } from '../stores/consoleGroup.ts';
import styles from './Banners.module.css';

/** What an operator must know on every screen: a host that does not answer, networks in recovery, stopped payouts. */
export const Banners = observer(() => {
  const { watch } = useStores(consoleGroup);
  const now = useNow(1_000);
  const { networkTitle } = useCoins();
  const { pulse, pulseAt } = watch;
  const isAway = watch.isAway(now);
  const everywhere = pulse?.switches.find(({ closes, target }) => closes === 'PAYOUTS' && target === 'EVERYTHING');
  return (
    <div aria-live="polite">
      {isAway && (
        <Banner kind="danger">
          {pulseAt === null ? (
            <FormattedMessage id="console.neverAnswered" />
          ) : (
            <FormattedMessage id="console.away" values={{ time: timeText(pulseAt) }} />
          )}
        </Banner>
      )}
      {pulse?.recovery.map(({ network, since }) => (
        <Banner key={network} kind="danger">
          <FormattedMessage
            id="console.recoveryBanner"
            values={{ network: networkTitle(network), time: timeText(Date.parse(since)) }}
          />{' '}
          {watch.may('treasury') && (
            <Link href={`/networks/${network}/recovery`}>
              <FormattedMessage id="console.openRecovery" />
            </Link>
          )}
        </Banner>
      ))}
      {everywhere && (
        <Banner kind="warning">
          <FormattedMessage
            id="console.stoppedBanner"
            values={{ by: everywhere.setBy, time: timeText(Date.parse(everywhere.setAt)), reason: everywhere.reason ?? '–' }}
          />
        </Banner>
      )}
    </div>
  );
});

function Banner({ kind, children }: { kind: 'danger' | 'warning'; children: ReactNode }) {
  const Icon = kind === 'danger' ? DangerIcon : WarningIcon;
  return (
    <p className={`${styles['banner']} ${styles[kind]}`}>
      <Icon className={styles['icon']} />
      <span>{children}</span>
    </p>
  );
}
