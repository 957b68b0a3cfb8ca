import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/buttons/Button.tsx';
import { Toasts, type Toast } from '../../components/feedback/Toasts.tsx';
import type { Notification } from '../../stores/NotificationStore.ts';
import { useStores } from '../../StoresContext.tsx';
import styles from './Notifications.module.css';

/** An id that no notification of the store has. */
const UPDATE_ID = 0;

/**
 * Notifications at the edge of the screen. Each expires, but not while the pointer or focus is on them. The offer of a newer build
 * does not expire. `offersUpdate` is false in a layout that shows this offer itself.
 */
export const Notifications = observer(({ offersUpdate = true }: { offersUpdate?: boolean }) => {
  const { formatMessage } = useIntl();
  const { notifications, updates } = useStores();
  const [isHeld, setHeld] = useState(false);
  const update: Toast = { id: UPDATE_ID, kind: 'info', message: <UpdateOffer onApply={updates.apply} /> };
  return (
    <>
      <Toasts
        label={formatMessage({ id: 'shell.notifications' })}
        closeLabel={formatMessage({ id: 'shell.dismiss' })}
        toasts={[
          ...(updates.newBuildId === null || !offersUpdate ? [] : [update]),
          ...notifications.list.map(({ id, kind, message, values }) => ({
            id,
            kind,
            message: <FormattedMessage id={message} {...(values && { values })} />,
          })),
        ]}
        onClose={(id) => (id === UPDATE_ID ? updates.dismiss() : notifications.dismiss(id))}
        onHold={setHeld}
      />
      {!isHeld &&
        notifications.list.map((notification) => (
          <Expiry key={notification.id} notification={notification} onEnd={notifications.dismiss} />
        ))}
    </>
  );
});

function UpdateOffer({ onApply }: { onApply: () => void }) {
  return (
    <div className={styles['update']}>
      <FormattedMessage id="shell.updateReady" />
      <Button size="small" onClick={onApply}>
        <FormattedMessage id="shell.reload" />
      </Button>
    </div>
  );
}

/** Timer of one message. Unmounted while paused and restarted afterwards. */
function Expiry({ notification, onEnd }: { notification: Notification; onEnd: (id: number) => void }) {
  const { id, lastsMs } = notification;
  useEffect(() => {
    const timer = setTimeout(() => onEnd(id), lastsMs);
    return () => clearTimeout(timer);
  }, [id, lastsMs, onEnd]);
  return null;
}
