import { observer } from 'mobx-react-lite';
import { FormattedMessage, FormattedTime } from 'react-intl';
import { Button } from '../../components/buttons/Button.tsx';
import { WarningIcon } from '../../components/icons/icons.tsx';
import { watchGroup } from '../../stores/desk/WatchStore.ts';
import { useStores } from '../../StoresContext.tsx';
import styles from './ConnectionBand.module.css';

const SECOND_MS = 1_000;

/** Says across the window that the connection or the service is lost, what still works, and tries again. */
export const ConnectionBand = observer(() => {
  const { health } = useStores();
  if (!health.message) return null;
  return (
    <div className={styles['band']}>
      <WarningIcon className={styles['icon']} />
      <p className={styles['words']}>
        {health.isConnected ? (
          <FormattedMessage id={health.message} />
        ) : (
          <>
            <strong>
              <FormattedMessage id={health.state === 'offline' ? 'desk.offline' : 'desk.unreachable'} />
            </strong>{' '}
            <RateAge /> <FormattedMessage id="desk.offline.orders" />
          </>
        )}
      </p>
      <Button size="small" busy={health.isChecking} onClick={() => void health.checkNow()}>
        <FormattedMessage id="desk.tryNow" />
      </Button>
    </div>
  );
});

/** When the newest rate arrived. Not announced, because it changes every second. */
const RateAge = observer(() => {
  const { answeredAt, now } = useStores(watchGroup).watch;
  if (answeredAt === 0) return null;
  return (
    <span aria-hidden="true" className="numeric">
      <FormattedMessage
        id="desk.offline.rates"
        values={{
          time: <FormattedTime value={answeredAt} hour="2-digit" minute="2-digit" second="2-digit" hourCycle="h23" />,
          seconds: Math.max(0, Math.floor((now - answeredAt) / SECOND_MS)),
        }}
      />
    </span>
  );
});
