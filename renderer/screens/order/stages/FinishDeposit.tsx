import { FINISH_DEPOSIT_FEATURE } from '../../../../contract/features.ts';
import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { Button } from '../../../components/buttons/Button.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { ReadOnlyNotice, useMayDecide } from '../decision/ReadOnlyNotice.tsx';
import styles from '../order.module.css';

/** Leads from a partial deposit straight to the decision: accept today's rate, or a refund (D6). */
export const FinishDeposit = observer(() => {
  const { decision, health } = useStores(orderGroup);
  const mayDecide = useMayDecide();
  if (!health.hasFeature(FINISH_DEPOSIT_FEATURE)) return null;
  return (
    <div className={styles['finish']}>
      <p className="hint">
        <FormattedMessage id="order.finish.lead" />
      </p>
      {mayDecide ? (
        <Button size="small" busy={decision.busy === 'finish'} onClick={() => void decision.finishDeposit()}>
          <FormattedMessage id="order.finish" />
        </Button>
      ) : (
        <ReadOnlyNotice />
      )}
      <div role="alert">
        {decision.problem && (
          <Notice kind="danger">
            <FormattedMessage id={decision.problem} />
          </Notice>
        )}
      </div>
    </div>
  );
});
