import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { Freshness } from '../../components/feedback/Freshness.tsx';
import { watchGroup } from '../../stores/desk/WatchStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { KeychainStatus } from './KeychainStatus.tsx';
import styles from './StatusLine.module.css';

const SECOND_MS = 1_000;

/** What the status line shows: the connection, the host, where the session is stored, and a downloaded update. */
export const StatusLine = observer(() => {
  const { platform, updates } = useStores();
  const { about } = platform;
  return (
    <>
      <Connection />
      {about && <span>{about.hostName}</span>}
      <KeychainStatus />
      {updates.newBuildId !== null && (
        <span className={styles['update']}>
          <FormattedMessage id="desk.status.update" values={{ version: updates.newBuildId }} />{' '}
          <button type="button" className={styles['action']} onClick={updates.apply}>
            <FormattedMessage id="desk.status.restart" />
          </button>
        </span>
      )}
    </>
  );
});

/** Whether rates arrive, or how long ago the last one did. Separate, because it may render every second. */
const Connection = observer(() => {
  const { health, watch } = useStores(watchGroup);
  const { isLost, feedState, answeredAt, now } = watch;
  const seconds = Math.max(0, Math.floor((now - answeredAt) / SECOND_MS));
  if (!health.isConnected || isLost) {
    return (
      <Freshness state="lost">
        {answeredAt === 0 ? (
          <FormattedMessage id="desk.status.lost" />
        ) : (
          <FormattedMessage id="desk.status.ratesLost" values={{ seconds }} />
        )}
      </Freshness>
    );
  }
  const isLive = feedState === 'live';
  return (
    <Freshness state={isLive ? 'live' : 'stale'}>
      <FormattedMessage id={isLive ? 'desk.status.connected' : 'desk.status.connecting'} />
    </Freshness>
  );
});
