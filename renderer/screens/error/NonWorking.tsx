import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { HEALTH_CHECK } from '../../../contract/limits.ts';
import { brand } from '../../brand.ts';
import { Button } from '../../components/buttons/Button.tsx';
import { LinkButton } from '../../components/buttons/LinkButton.tsx';
import { useStores } from '../../StoresContext.tsx';
import styles from './ErrorScreen.module.css';
import { RequestId } from './RequestId.tsx';
import { useLoadAgain } from './useLoadAgain.ts';

/**
 * The non-working layout (§2): replaces a page while the service is unavailable. It shows the state and what to do, and
 * shows the page again once the service recovers.
 *
 * The health check may succeed although a call of the page did not. Then the page is loaded again as often as a health check
 * would be.
 */
export const NonWorking = observer(({ requestId }: { requestId: string }) => {
  const { health } = useStores();
  const { loadAgain, isLoading } = useLoadAgain();
  const isWell = health.message === null && health.state !== 'unknown';
  const delayMs = useRef<number>(HEALTH_CHECK.firstDelayMs);
  const [attempts, setAttempts] = useState(0);
  const attempt = useEffectEvent(async () => {
    await loadAgain();
    setAttempts(attempts + 1);
  });

  useEffect(() => void health.checkNow(), [health]);
  useEffect(() => {
    if (!isWell) {
      // Once it recovers, the page is loaded at once.
      delayMs.current = 0;
      return;
    }
    const timer = setTimeout(() => void attempt(), delayMs.current);
    const grown = Math.max(HEALTH_CHECK.firstDelayMs, delayMs.current * HEALTH_CHECK.growth);
    delayMs.current = Math.min(grown, HEALTH_CHECK.maxDelayMs);
    return () => clearTimeout(timer);
  }, [isWell, attempts]);

  const tryAgain = async () => {
    await health.checkNow();
    await loadAgain();
  };

  return (
    <div className={`page-width ${styles['page']}`}>
      <div className={styles['error']}>
        <p className={styles['status']}>503</p>
        <h1 tabIndex={-1}>
          <FormattedMessage id="nonWorking.title" />
        </h1>
        <p>
          <FormattedMessage id={health.message ?? 'health.unreachable'} />
        </p>
        <ul className={styles['truths']}>
          <li>
            <FormattedMessage id="nonWorking.orders" />
          </li>
          <li>
            <FormattedMessage id="nonWorking.deposits" />
          </li>
          <li>
            <FormattedMessage id="nonWorking.again" />
          </li>
        </ul>
        <RequestId id={requestId} />
        <p className={styles['ways']}>
          <Button variant="primary" busy={health.isChecking || isLoading} onClick={() => void tryAgain()}>
            <FormattedMessage id="error.tryAgain" />
          </Button>
          <LinkButton href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</LinkButton>
        </p>
      </div>
    </div>
  );
});
