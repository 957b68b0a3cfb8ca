import { FormattedMessage } from 'react-intl';
import { useStores } from '../../StoresContext.tsx';
import { ByBrowser } from './ByBrowser.tsx';
import styles from './signIn.module.css';

/** What the shell adds to the sign-in: the browser of the system, and where the session is stored. */
export function ShellSignIn() {
  const { session } = useStores().platform;
  return (
    <>
      <ByBrowser purpose="signIn" isAlternative />
      {session.keychain && session.keychain.state() !== 'open' && (
        <p className={styles['lead']}>
          <FormattedMessage id="desk.signIn.memory" />
        </p>
      )}
    </>
  );
}
