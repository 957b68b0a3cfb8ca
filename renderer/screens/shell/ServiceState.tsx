import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { WarningIcon } from '../../components/icons/icons.tsx';
import { useStores } from '../../StoresContext.tsx';
import styles from './ServiceState.module.css';

/** Says on every page that the connection or the service is lost. It floats over the page, so that nothing moves. */
export const ServiceState = observer(() => {
  const { formatMessage } = useIntl();
  const { health } = useStores();
  return (
    <div role="status" className={styles['state']}>
      {health.message && (
        <section aria-label={formatMessage({ id: 'shell.serviceState' })} className={styles['card']}>
          <WarningIcon className={styles['icon']} />
          <span>
            <FormattedMessage id={health.message} />{' '}
            <button
              type="button"
              className={styles['action']}
              aria-disabled={health.isChecking || undefined}
              onClick={() => void health.checkNow()}
            >
              <FormattedMessage id="shell.checkNow" />
            </button>
          </span>
        </section>
      )}
    </div>
  );
});
