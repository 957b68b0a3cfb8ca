import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { Spinner } from '../../../components/icons/Spinner.tsx';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useEverySecond } from '../useEverySecond.ts';
import { useReturnPath } from '../useReturnToForm.ts';
import { LinkButton } from '../../../components/buttons/LinkButton.tsx';
import styles from '../order.module.css';

/** Seconds after which the page says that creation is slow. */
const LONG_SECONDS = 8;

/** The progress of the create call, which is retried after a lost response. */
export const PendingProgress = observer(() => {
  useEverySecond();
  const { orderCreation, clock } = useStores(orderGroup);
  const path = useReturnPath();
  const { startedAt, state } = orderCreation;
  const seconds = startedAt === null ? 0 : Math.floor((clock.now() - startedAt) / 1_000);
  const isRetrying = state === 'retrying';
  return (
    <>
      <p className={styles['waiting']}>
        <Spinner />
        {seconds >= LONG_SECONDS ? (
          <FormattedMessage id="order.pending.long" values={{ seconds }} />
        ) : (
          <FormattedMessage id="order.title.pending" />
        )}
      </p>
      <div role="status">
        {isRetrying && (
          <Notice
            kind="warning"
            actions={
              <LinkButton size="small" href={path} onClick={orderCreation.abandon}>
                <FormattedMessage id="order.pending.back" />
              </LinkButton>
            }
          >
            <FormattedMessage id="order.pending.retrying" />
          </Notice>
        )}
      </div>
    </>
  );
});
