import { useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Platform } from '../../../contract/platform.ts';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Spinner } from '../../components/Spinner.tsx';
import styles from './signIn.module.css';

type State = 'idle' | 'waiting' | 'cancelled' | 'failed';

/** A sign-in in the browser of the system, where passkeys work. The dialog closes when the session begins. */
export function BrowserSignIn({ browserSignIn }: { browserSignIn: NonNullable<Platform['browserSignIn']> }) {
  const [state, setState] = useState<State>('idle');
  /** Which attempt is waited for; answers to an older one are ignored. */
  const attempt = useRef(0);
  const waiting = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state === 'waiting') waiting.current?.focus();
  }, [state]);

  const start = async (): Promise<void> => {
    attempt.current += 1;
    const own = attempt.current;
    setState('waiting');
    const outcome = await browserSignIn.start().catch(() => 'failed' as const);
    // A session that has begun closes the dialog.
    if (own === attempt.current && outcome !== 'done') setState(outcome);
  };
  const stop = (): void => {
    attempt.current += 1;
    setState('idle');
  };

  if (state === 'waiting') {
    return (
      <div ref={waiting} tabIndex={-1} role="status" className={styles['waiting']}>
        <p>
          <Spinner /> <FormattedMessage id="desk.signIn.waiting" />
        </p>
        <Button size="small" onClick={stop}>
          <FormattedMessage id="desk.cancel" />
        </Button>
      </div>
    );
  }
  return (
    <>
      {state !== 'idle' && (
        <Notice kind="warning" role="alert">
          <FormattedMessage id={`desk.signIn.${state}`} />
        </Notice>
      )}
      <Button wide onClick={() => void start()}>
        <FormattedMessage id={state === 'idle' ? 'desk.signIn.start' : 'desk.signIn.again'} />
      </Button>
      <p className={styles['lead']}>
        <FormattedMessage id="desk.signIn.why" />
      </p>
    </>
  );
}
