import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../contract/api/orders.ts';
import { AddressInput } from '../../components/AddressInput.tsx';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { useStores } from '../../StoresContext.tsx';
import { networkName } from './InstrumentLogo.tsx';
import { LookOnly } from './LookOnly.tsx';
import { useMayDecide } from './useMayDecide.ts';
import styles from './order.module.css';

/** A payment without its memo, or on another network, is claimed by its transaction (D6). */
export const ClaimForm = observer(({ order }: { order: Order }) => {
  const { formatMessage } = useIntl();
  const { claim, notifications } = useStores();
  const mayClaim = useMayDecide();
  // Read here: what a Field's children read is rendered by the Field, which observes nothing.
  const { hash, problem, isSending } = claim;
  const send = async () => {
    if (mayClaim && (await claim.send())) notifications.show({ kind: 'success', message: 'claim.taken' });
  };
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p className={styles['lead']}>
        <FormattedMessage
          id={order.depositAddressMemo === null ? 'claim.leadElsewhere' : 'claim.lead'}
          values={{ network: networkName(order.pair.instrumentFrom) }}
        />
      </p>
      {!mayClaim && <LookOnly />}
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
  );
});
