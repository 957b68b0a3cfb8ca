import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { LockIcon } from '../../components/icons/icons.tsx';
import { keychainGroup } from '../../stores/desk/KeychainStore.ts';
import { useStores } from '../../StoresContext.tsx';
import styles from './StatusLine.module.css';

/** Where the session is stored. A locked keychain may have one, so it is offered to a guest too. */
export const KeychainStatus = observer(() => {
  const { keychain, session } = useStores(keychainGroup);
  useEffect(() => keychain?.start(), [keychain]);
  if (!keychain || (!session.exists && keychain.state !== 'locked')) return null;
  return (
    <span className={styles['session']}>
      <LockIcon size="small" />
      <FormattedMessage id={`desk.status.keychain.${keychain.state}`} />
      {keychain.state === 'locked' && (
        <button type="button" className={styles['action']} onClick={keychain.unlock}>
          <FormattedMessage id="desk.keychain.unlock" />
        </button>
      )}
    </span>
  );
});
