import { lazy, Suspense } from 'react';
import { FormattedMessage } from 'react-intl';
import { useStores } from '../../StoresContext.tsx';
import styles from './signIn.module.css';

/** Loaded only where the platform can open the browser of the system. */
const BrowserSignIn = lazy(async () => ({ default: (await import('./BrowserSignIn.tsx')).BrowserSignIn }));

/** What the shell adds to the sign-in: the browser of the system, and where the session is stored. */
export function ShellSignIn() {
  const { browserSignIn, session } = useStores().platform;
  return (
    <>
      {browserSignIn && (
        <Suspense fallback={null}>
          <BrowserSignIn browserSignIn={browserSignIn} />
        </Suspense>
      )}
      {session.keptIn === 'memory' && (
        <p className={styles['lead']}>
          <FormattedMessage id="desk.signIn.memory" />
        </p>
      )}
    </>
  );
}
