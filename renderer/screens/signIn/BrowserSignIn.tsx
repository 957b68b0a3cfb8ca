import { useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { BrowserOutcome } from '../../../contract/ipc.ts';
import type { Platform } from '../../../contract/platform.ts';
import { Button } from '../../components/buttons/Button.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { Spinner } from '../../components/icons/Spinner.tsx';
import type { ByBrowserProps } from './ByBrowser.tsx';
import styles from './signIn.module.css';

type State = 'idle' | 'waiting' | Exclude<BrowserOutcome, 'done'>;

interface BrowserSignInProps extends ByBrowserProps {
  browserSignIn: NonNullable<Platform['browserSignIn']>;
}

/** Asks the customer in the browser of the system, where passkeys work. Stops waiting when it unmounts. */
export function BrowserSignIn({ browserSignIn, purpose, challengeId, isAlternative, email, onDone }: BrowserSignInProps) {
  const [state, setState] = useState<State>('idle');
  /** The current attempt. Answers to earlier ones are ignored. */
  const attempt = useRef<symbol | null>(null);
  const waiting = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasWaiting = useRef(false);
  useEffect(() => {
    if (state === 'waiting') waiting.current?.focus();
    else if (wasWaiting.current || !isAlternative) button.current?.focus();
    wasWaiting.current = state === 'waiting';
  }, [state, isAlternative]);
  useEffect(
    () => () => {
      if (attempt.current) browserSignIn.cancel();
    },
    [browserSignIn],
  );

  const start = async (): Promise<void> => {
    const own = Symbol();
    attempt.current = own;
    setState('waiting');
    const outcome = await browserSignIn.start(purpose, challengeId).catch(() => 'failed' as const);
    if (own !== attempt.current) return;
    attempt.current = null;
    if (outcome === 'done') onDone?.();
    else setState(outcome);
  };
  const stop = (): void => {
    attempt.current = null;
    browserSignIn.cancel();
    setState('idle');
  };

  if (state === 'waiting') {
    return (
      <div ref={waiting} tabIndex={-1} role="status" className={styles['waiting']}>
        <Spinner />
        <p>
          <FormattedMessage id={`desk.${purpose}.waiting`} values={{ email: <b>{email}</b> }} />
        </p>
        <Button size="small" onClick={stop}>
          <FormattedMessage id="desk.cancel" />
        </Button>
      </div>
    );
  }
  const why = (
    <p className={styles['lead']}>
      <FormattedMessage id={`desk.${purpose}.why`} />
    </p>
  );
  return (
    <>
      {!isAlternative && why}
      {state !== 'idle' && (
        <Notice kind="warning" role="alert">
          <FormattedMessage
            id={state === 'otherAccount' ? 'desk.confirm.otherAccount' : `desk.${purpose}.${state}`}
            values={{ email: <b>{email}</b> }}
          />
        </Notice>
      )}
      <Button
        ref={button}
        variant={isAlternative ? 'quiet' : 'primary'}
        size={isAlternative ? 'medium' : 'large'}
        wide
        onClick={() => void start()}
      >
        <FormattedMessage id={state === 'idle' ? `desk.${purpose}.start` : 'desk.signIn.again'} />
      </Button>
      {isAlternative && why}
    </>
  );
}
