import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ORDER_PASS_FILES } from '../../../../contract/desktop/orderPassFile.ts';
import { AddressInput } from '../../../components/AddressInput.tsx';
import { Button } from '../../../components/Button.tsx';
import { Card } from '../../../components/Card.tsx';
import { Field } from '../../../components/Field.tsx';
import { FileField } from '../../../components/FileField.tsx';
import type { MessageId } from '../../../i18n/messages.ts';
import { claimProblem } from '../../../stores/history/claimProblem.ts';
import { readPass } from '../../../stores/order/orderPass.ts';
import { useStores } from '../../../StoresContext.tsx';
import styles from './accountHistory.module.css';

/** Adds an order that was created without signing in, with its order pass. */
export const AddOrder = observer(() => {
  const { formatMessage } = useIntl();
  const { accountHistory, accountOrders, orderTokens, notifications } = useStores();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [link, setLink] = useState('');
  const [problem, setProblem] = useState<MessageId | null>(null);
  const formId = useId();

  const add = async (text: string | null) => {
    const pass = text === null ? null : readPass(text);
    if (!pass) return setProblem(text === null ? 'file.unreadable' : text.trim() === '' ? 'pass.missing' : 'pass.notAPass');
    setBusy(true);
    setProblem(null);
    const { orderId, token } = pass;
    if (!orderTokens.all(orderId).includes(token)) orderTokens.storeForTab(orderId, token);
    try {
      await accountOrders.claim(pass);
      notifications.show({ kind: 'success', message: 'history.claim.done' });
      setLink('');
      setOpen(false);
      void accountHistory.load();
    } catch (error) {
      setProblem(claimProblem(error));
    } finally {
      setBusy(false);
    }
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
      <form
        id={formId}
        hidden={!isOpen}
        className={styles['addForm']}
        onSubmit={(event) => {
          event.preventDefault();
          void add(link);
        }}
      >
        <FileField
          label={<FormattedMessage id="pass.choose" />}
          dropHint={<FormattedMessage id="pass.drop" />}
          accept={ORDER_PASS_FILES}
          onText={(text) => void add(text)}
        />
        <Field
          label={formatMessage({ id: 'pass.paste' })}
          hint={formatMessage({ id: 'pass.pasteHint' })}
          error={problem && formatMessage({ id: problem })}
        >
          {(aria) => (
            <AddressInput
              {...aria}
              value={link}
              onChange={(text) => {
                setLink(text);
                setProblem(null);
              }}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" busy={isBusy}>
          <FormattedMessage id="account.history.addButton" />
        </Button>
      </form>
    </Card>
  );
});
