import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/buttons/Button.tsx';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import type { MessageId } from '../../i18n/messages.ts';
import type { Dialogs } from '../../stores/DialogStore.ts';
import { isOver } from '../../stores/deviceOrders/orderRecords.ts';
import { orderGroup } from '../../stores/order/orderGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { useShellQuestion } from '../../useShellQuestion.ts';
import { useSaveOrders } from './useSaveOrders.ts';
import styles from './history.module.css';

/** Asks for confirmation before orders are deleted from this device, and lists what is deleted with them. */
export const ForgetDialog = observer(({ data: { orderId, off = false } }: { data: Dialogs['forgetOrders'] }) => {
  const { formatMessage } = useIntl();
  const { dialogs, deviceOrders, orderTokens } = useStores(orderGroup);
  const save = useSaveOrders();
  // The number of open orders whose pass is deleted with them.
  const lost = (deviceOrders.records ?? []).filter(
    (record) =>
      (orderId === undefined || record.orderId === orderId) && !isOver(record) && orderTokens.get(record.orderId) !== null,
  ).length;
  const forget = () => {
    if (off) deviceOrders.setStoring(false);
    else if (orderId === undefined) deviceOrders.clear();
    else deviceOrders.remove(orderId);
    dialogs.close();
  };
  const title = formatMessage({ id: titleOf(orderId, off) });
  // Passes can be saved first, which needs a dialog of the page.
  const question = lost === 0 && {
    title,
    text: formatMessage({ id: 'history.forgetLead' }),
    action: formatMessage({ id: 'history.forgetNow' }),
    cancel: formatMessage({ id: 'history.forgetStay' }),
    isDestructive: true,
  };
  const isAskedByShell = useShellQuestion(question || null, { onConfirm: forget, onClose: dialogs.close });
  if (isAskedByShell) return null;
  return (
    <Dialog
      title={title}
      closeLabel={formatMessage({ id: 'exchange.close' })}
      onClose={dialogs.close}
      footer={
        <div className={styles['answers']}>
          <Button onClick={dialogs.close}>
            <FormattedMessage id="history.forgetStay" />
          </Button>
          <Button variant="danger" onClick={forget}>
            <FormattedMessage id="history.forgetNow" />
          </Button>
        </div>
      }
    >
      <div className={styles['card']}>
        <p>
          <FormattedMessage id="history.forgetLead" />
        </p>
        {lost > 0 && (
          <Notice
            kind="warning"
            actions={
              save.list && (
                <Button size="small" onClick={save.list}>
                  <FormattedMessage id="history.saveFirst" />
                </Button>
              )
            }
          >
            <FormattedMessage id="history.forgetPasses" values={{ count: lost }} />
          </Notice>
        )}
      </div>
    </Dialog>
  );
});

function titleOf(orderId: string | undefined, off: boolean): MessageId {
  if (off) return 'history.forgetOffTitle';
  return orderId === undefined ? 'history.forgetAllTitle' : 'history.forgetOneTitle';
}
