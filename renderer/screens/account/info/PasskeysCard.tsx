import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Security } from '../../../../contract/api/users.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { PasskeyIcon } from '../../../components/icons/accountIcons.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { useHydrated } from '../../../useHydrated.ts';
import { useStores } from '../../../StoresContext.tsx';
import type { OpenDialog } from './InfoDialogs.tsx';
import { LocalDate } from '../LocalDate.tsx';
import { SettingRow } from './SettingRow.tsx';
import styles from './info.module.css';

/** The customer's passkeys. Where the browser allows none, it says why. */
export const PasskeysCard = observer(({ security, open }: { security: Security; open: (dialog: OpenDialog) => void }) => {
  const { formatMessage } = useIntl();
  const { platform } = useStores();
  // The server does not know what the browser supports.
  const isUnsupported = useHydrated() && !platform.passkeys;
  return (
    <Card
      title={<FormattedMessage id="security.passkeys" />}
      titleAside={
        !isUnsupported && (
          <Button size="small" icon={<PasskeyIcon />} onClick={() => open({ name: 'passkey' })}>
            <FormattedMessage id="security.addPasskey" />
          </Button>
        )
      }
      padding="none"
      className={styles['card']}
    >
      <p className={`hint ${styles['lead']}`}>
        <FormattedMessage id="security.passkeysLead" />
      </p>
      {isUnsupported && (
        <Notice kind="information" className={styles['inset']}>
          <FormattedMessage id={platform.browserSignIn ? 'desk.passkeys' : 'security.passkeysUnsupported'} />
        </Notice>
      )}
      {security.passkeys.length > 0 ? (
        <ul className={styles['list']}>
          {security.passkeys.map(({ passkeyId, name, createdAt, lastUsedAt }) => (
            <SettingRow
              key={passkeyId}
              icon={<PasskeyIcon />}
              title={name}
              detail={
                <>
                  <FormattedMessage id="security.passkeyAdded" values={{ date: <LocalDate at={createdAt} /> }} />
                  {' · '}
                  {lastUsedAt === null ? (
                    <FormattedMessage id="security.passkeyUnused" />
                  ) : (
                    <FormattedMessage id="security.passkeyUsed" values={{ date: <LocalDate at={lastUsedAt} /> }} />
                  )}
                </>
              }
              actions={
                <Button
                  size="small"
                  variant="text"
                  aria-label={formatMessage({ id: 'security.removePasskey' }, { name })}
                  onClick={() => open({ name: 'removePasskey', passkeyId, passkeyName: name })}
                >
                  <FormattedMessage id="security.remove" />
                </Button>
              }
            />
          ))}
        </ul>
      ) : (
        !isUnsupported && (
          <p className={`hint ${styles['none']}`}>
            <FormattedMessage id="security.noPasskeys" />
          </p>
        )
      )}
    </Card>
  );
});
