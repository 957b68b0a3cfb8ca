import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../components/buttons/Button.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import type { MessageId } from '../../../i18n/messages.ts';
import { claimProblem } from '../../../stores/history/claimProblem.ts';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { PassForm } from '../../order/pass/PassForm.tsx';
import { useStoredPass } from '../../order/pass/useStoredPass.ts';
import styles from './accountHistory.module.css';

/** Adds an order that was created without signing in, with its order pass. */
export const AddOrder = observer(() => {
  const { formatMessage } = useIntl();
  const { accountOrders, notifications } = useStores(orderGroup);
  const store = useStoredPass();
  const [isOpen, setOpen] = useState(false);
  const formId = useId();

  const claim = async (text: string | null): Promise<MessageId | null> => {
    const pass = store(text);
    if (typeof pass === 'string') return pass;
    try {
      await accountOrders.claim(pass);
    } catch (error) {
      return claimProblem(error);
    }
    notifications.show({ kind: 'success', message: 'history.claim.done' });
    setOpen(false);
    return null;
  };
  return (
    <Card className={styles['add']} aria-label={formatMessage({ id: 'account.history.add' })}>
      <div className={styles['addHead']}>
        <div>
          <h2 className={styles['addTitle']}>
            <FormattedMessage id="account.history.guest" />
          </h2>
          <p className="hint">
            <FormattedMessage id="account.history.guestHelp" />
          </p>
        </div>
        <Button size="small" aria-expanded={isOpen} aria-controls={formId} onClick={() => setOpen(!isOpen)}>
          <FormattedMessage id="account.history.add" />
        </Button>
      </div>
      <div id={formId} hidden={!isOpen}>
        <PassForm submitLabel="account.history.addButton" onText={claim} />
      </div>
    </Card>
  );
});
