import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../contract/api/orders.ts';
import { AddressInput } from '../../components/AddressInput.tsx';
import { Button } from '../../components/Button.tsx';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Field } from '../../components/Field.tsx';
import { useStores } from '../../StoresContext.tsx';
import { useIsTakenOver } from './useIsTakenOver.ts';
import styles from './order.module.css';

/** Networks with memos share one address among orders: a payment without its memo is claimed by its transaction (D6). */
export const ClaimForm = observer(({ order }: { order: Order }) => {
  const { formatMessage } = useIntl();
  const { claim, decision, notifications } = useStores();
  const mayClaim = !useIsTakenOver() || decision.mayDecide;
  const name = order.pair.instrumentFrom.network?.memoName ?? 'Memo';
  // Read here: what a Field's children read is rendered by the Field, which observes nothing.
  const { hash, problem, isSending } = claim;
  const send = async () => {
    if (mayClaim && (await claim.send())) notifications.show({ kind: 'success', message: 'claim.taken' });
  };
  return (
    <Disclosure summary={<FormattedMessage id="claim.summary" values={{ name }} />}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p className={styles['lead']}>
          <FormattedMessage id="claim.lead" />
        </p>
        <Field
          label={formatMessage({ id: 'claim.hash' })}
          hint={formatMessage({ id: 'claim.hashHint' })}
          error={problem && formatMessage({ id: problem })}
        >
          {(aria) => <AddressInput {...aria} value={hash} onChange={claim.setHash} />}
        </Field>
        <Button
          type="submit"
          busy={isSending}
          unavailableReason={mayClaim ? null : formatMessage({ id: 'order.decision.unavailable' })}
        >
          <FormattedMessage id="claim.send" />
        </Button>
      </form>
    </Disclosure>
  );
});
