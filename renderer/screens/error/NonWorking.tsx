import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { useRevalidator } from 'react-router-dom';
import { brand } from '../../brand.ts';
import { Button } from '../../components/buttons/Button.tsx';
import { LinkButton } from '../../components/buttons/LinkButton.tsx';
import { useStores } from '../../StoresContext.tsx';
import styles from './ErrorScreen.module.css';
import { RequestId } from './RequestId.tsx';

/**
 * The non-working layout (§2): replaces a page while the service is unavailable. It shows the state and what to do, and
 * shows the page again once the service recovers.
 */
export const NonWorking = observer(({ requestId }: { requestId: string }) => {
  const { health } = useStores();
  const { revalidate, state } = useRevalidator();
  const isWell = health.message === null && health.state !== 'unknown';
  const wasDown = useRef(!isWell);

  useEffect(() => void health.checkNow(), [health]);
  useEffect(() => {
    if (isWell && wasDown.current) void revalidate();
    wasDown.current = !isWell;
  }, [isWell, revalidate]);

  const tryAgain = async () => {
    await health.checkNow();
    await revalidate();
  };

  return (
    <div className={`page-width ${styles['error']}`}>
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
        <Button variant="primary" busy={health.isChecking || state === 'loading'} onClick={() => void tryAgain()}>
          <FormattedMessage id="error.tryAgain" />
        </Button>
        <LinkButton href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</LinkButton>
      </p>
    </div>
  );
});
