import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { Freshness } from '../../components/Freshness.tsx';
import { LockIcon } from '../../components/icons.tsx';
import { useStores } from '../../StoresContext.tsx';
import styles from './StatusLine.module.css';

/** At the lower edge of the window: the connection, the host, where the session is stored, and a downloaded update. */
export const StatusLine = observer(() => {
  const { health, platform, session, updates } = useStores();
  const { about } = platform;
  const { keptIn } = platform.session;
  const isConnected = health.isFormEnabled;
  return (
    <footer className={styles['line']}>
      <Freshness state={isConnected ? 'live' : 'lost'}>
        <FormattedMessage id={isConnected ? 'desk.status.connected' : 'desk.status.lost'} />
      </Freshness>
      {about && <span>{about.hostName}</span>}
      {keptIn && session.exists && (
        <span className={styles['session']}>
          <LockIcon size="small" />
          <FormattedMessage id={`desk.status.${keptIn}`} />
        </span>
      )}
      {updates.newBuildId !== null && (
        <span className={styles['update']}>
          <FormattedMessage id="desk.status.update" values={{ version: updates.newBuildId }} />{' '}
          <button type="button" className={styles['action']} onClick={updates.apply}>
            <FormattedMessage id="desk.status.restart" />
          </button>
        </span>
      )}
    </footer>
  );
});
