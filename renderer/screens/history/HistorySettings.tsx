import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/buttons/Button.tsx';
import { Card } from '../../components/layout/Card.tsx';
import { Checkbox } from '../../components/fields/Checkbox.tsx';
import { FileField } from '../../components/fields/FileField.tsx';
import { readExport } from '../../stores/deviceOrders/orderExport.ts';
import { orderGroup } from '../../stores/order/orderGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { useSaveOrders } from './useSaveOrders.ts';
import styles from './history.module.css';

/** Exports, imports or switches off the list. */
export const HistorySettings = observer(() => (
  <div className={styles['settings']}>
    <TakeAlong />
    <Privacy />
  </div>
));

const TakeAlong = observer(() => {
  const { formatMessage } = useIntl();
  const { deviceOrders, notifications } = useStores(orderGroup);
  const save = useSaveOrders();
  const isEmpty = (deviceOrders.records ?? []).length === 0;
  const importText = (text: string | null) => {
    const orders = text === null ? null : readExport(text);
    if (!orders) return notifications.show({ kind: 'error', message: text === null ? 'file.unreadable' : 'history.notAList' });
    deviceOrders.add(orders);
    notifications.show({ kind: 'success', message: 'history.imported', values: { count: String(orders.length) } });
  };
  return (
    <Card title={formatMessage({ id: 'history.move' })} className={styles['card']}>
      <p className="hint">
        <FormattedMessage id="history.moveLead" />
      </p>
      {!isEmpty && save.list && (
        <div className={styles['ways']}>
          <Button size="small" onClick={save.list}>
            <FormattedMessage id="history.export" />
          </Button>
          <Button size="small" onClick={save.table}>
            <FormattedMessage id="history.exportTable" />
          </Button>
        </div>
      )}
      {deviceOrders.isStored && (
        <FileField
          label={<FormattedMessage id="history.import" />}
          dropHint={<FormattedMessage id="pass.drop" />}
          accept=".json,application/json"
          onText={importText}
        />
      )}
    </Card>
  );
});

const Privacy = observer(() => {
  const { formatMessage } = useIntl();
  const { deviceOrders, dialogs } = useStores(orderGroup);
  const isEmpty = (deviceOrders.records ?? []).length === 0;
  const keep = (isStored: boolean) => {
    if (isStored || isEmpty) deviceOrders.setStoring(isStored);
    else dialogs.open({ name: 'forgetOrders', data: { off: true } });
  };
  return (
    <Card title={formatMessage({ id: 'history.privacy' })} className={styles['card']}>
      <Checkbox checked={deviceOrders.isStored} onChange={keep}>
        <FormattedMessage id="history.storeSwitch" />
      </Checkbox>
      <p className="hint">
        <FormattedMessage id="history.storeHint" />
      </p>
      {!isEmpty && (
        <div className={styles['ways']}>
          <Button size="small" variant="danger" onClick={() => dialogs.open({ name: 'forgetOrders', data: {} })}>
            <FormattedMessage id="history.clear" />
          </Button>
        </div>
      )}
    </Card>
  );
});
