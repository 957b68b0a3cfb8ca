import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { AddressInput } from '../../../components/fields/AddressInput.tsx';
import { Button } from '../../../components/buttons/Button.tsx';
import { Field } from '../../../components/fields/Field.tsx';
import type { MessageId } from '../../../i18n/messages.ts';
import { claimGroup } from '../../../stores/order/ClaimStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { networkName } from '../../coins/coinViews.ts';
import { ReadOnlyNotice, useMayDecide } from '../decision/ReadOnlyNotice.tsx';
import styles from '../order.module.css';

/** Claims a payment that the host did not assign to the order, by its transaction (D6). */
export const ClaimForm = observer(({ order, leads }: { order: Order; leads: readonly MessageId[] }) => {
  const { formatMessage } = useIntl();
  const { claim, notifications } = useStores(claimGroup);
  const mayClaim = useMayDecide();
  // Read the observables here: Field renders its children, and Field is not an observer.
  const { problem, isPending } = claim.form;
  const { hash } = claim.form.fields;
  const send = async () => {
    const outcome = mayClaim && (await claim.send());
    if (outcome) notifications.show({ kind: 'success', message: outcome === 'FOUND' ? 'claim.found' : 'claim.held' });
  };
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {leads.map((lead) => (
        <p key={lead} className={styles['lead']}>
          <FormattedMessage
            id={lead}
            values={{
              network: networkName(order.pair.instrumentFrom),
              name: (order.pair.instrumentFrom.network?.memoName ?? 'Memo').toLowerCase(),
            }}
          />
        </p>
      ))}
      {!mayClaim && <ReadOnlyNotice />}
      <Field
        label={formatMessage({ id: 'claim.hash' })}
        hint={formatMessage({ id: 'claim.hashHint' })}
        error={problem && formatMessage({ id: problem })}
      >
        {(aria) => <AddressInput {...aria} value={hash} onChange={claim.setHash} />}
      </Field>
      <Button
        type="submit"
        busy={isPending}
        unavailableReason={mayClaim ? null : formatMessage({ id: 'order.decision.unavailable' })}
      >
        <FormattedMessage id="claim.send" />
      </Button>
    </form>
  );
});
