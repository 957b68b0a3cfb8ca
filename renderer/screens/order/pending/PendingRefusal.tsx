import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { Button } from '../../../components/buttons/Button.tsx';
import { RepeatIcon } from '../../../components/icons/pageIcons.tsx';
import { LinkButton } from '../../../components/buttons/LinkButton.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import type { CreationRefusal } from '../../../stores/order/creationRefusal.ts';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useMoney } from '../useMoney.ts';
import { useReturnPath } from '../useReturnToForm.ts';
import styles from '../order.module.css';

/** Says why the order was not created, and offers to retry it or to return to the form. */
export const PendingRefusal = observer(() => {
  const { orderCreation } = useStores(orderGroup);
  const { refusal } = orderCreation;
  const path = useReturnPath();
  if (refusal?.kind !== 'retry' && refusal?.kind !== 'refused') return null;
  const isRetry = refusal.kind === 'retry';
  return (
    <>
      <Notice kind="danger" role="alert">
        <Words refusal={refusal} />
        {refusal.requestId !== '' && (
          <p className="hint">
            <FormattedMessage
              id="order.pending.request"
              values={{
                requestId: (
                  <span className="mono" translate="no">
                    {refusal.requestId}
                  </span>
                ),
              }}
            />
          </p>
        )}
      </Notice>
      <div className={styles['ways']}>
        {isRetry && (
          <Button variant="primary" icon={<RepeatIcon />} onClick={() => void orderCreation.run()}>
            <FormattedMessage id="order.retry" />
          </Button>
        )}
        <LinkButton variant={isRetry ? 'quiet' : 'primary'} href={path} onClick={orderCreation.abandon}>
          <FormattedMessage id="order.pending.back" />
        </LinkButton>
      </div>
    </>
  );
});

const Words = observer(({ refusal }: { refusal: Extract<CreationRefusal, { kind: 'retry' | 'refused' }> }) => {
  const { money } = useMoney();
  const { draft } = useStores(orderGroup).orderCreation;
  const most = refusal.kind === 'refused' && refusal.most && draft ? money(refusal.most, draft.pair.instrumentFrom) : 'none';
  return <FormattedMessage id={refusal.message} values={{ most }} />;
});
