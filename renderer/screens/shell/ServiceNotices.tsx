import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { Band } from '../../components/Band.tsx';
import { Link } from '../../components/Link.tsx';
import { useStores } from '../../StoresContext.tsx';
import styles from './ServiceNotices.module.css';

/** Notices on every page: embedded networks, and an unavailable service. */
export const ServiceNotices = observer(() => {
  const { formatMessage } = useIntl();
  const { health, locale } = useStores();
  const speed = health.host.embeddedChainSpeed ?? 1;
  return (
    <>
      {health.host.sandbox && (
        <Band label={formatMessage({ id: 'shell.sandboxLabel' })}>
          <FormattedMessage
            id="shell.sandboxBand"
            values={{ speed, link: (text) => <Link href={locale.path('/sandbox')}>{text}</Link> }}
          />
        </Band>
      )}
      {!health.host.sandbox && health.hasFeature('embedded-networks') && (
        <Band label={formatMessage({ id: 'shell.sandboxLabel' })}>
          <FormattedMessage id="shell.embeddedBand" values={{ speed }} />
        </Band>
      )}
      <div role="status" className={styles['state']}>
        {health.message && (
          <Band label={formatMessage({ id: 'shell.serviceState' })}>
            <FormattedMessage id={health.message} />{' '}
            <button
              type="button"
              className={styles['action']}
              aria-disabled={health.isChecking || undefined}
              onClick={() => void health.checkNow()}
            >
              <FormattedMessage id="shell.checkNow" />
            </button>
          </Band>
        )}
      </div>
    </>
  );
});
