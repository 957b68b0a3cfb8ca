import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import type { Instrument } from '../../../contract/api/instruments.ts';
import { AddressInput } from '../../components/AddressInput.tsx';
import { Field } from '../../components/Field.tsx';
import { TextInput } from '../../components/TextInput.tsx';
import type { RefundAddress } from '../../stores/order/RefundAddress.ts';
import { networkName } from './InstrumentLogo.tsx';

/** Where a refund goes, on the network that it came from, with a memo where that network has them. */
export const RefundAddressFields = observer(({ address, network }: { address: RefundAddress; network: Instrument }) => {
  const { formatMessage } = useIntl();
  // Read here: what a Field's children read is rendered by the Field, which observes nothing.
  const { text, memo, problem } = address;
  return (
    <>
      <Field
        label={formatMessage({ id: 'order.decision.refundAddress' }, { network: networkName(network) })}
        hint={formatMessage({ id: 'order.decision.refundAddressHint' })}
        error={problem && formatMessage({ id: problem })}
      >
        {(aria) => <AddressInput {...aria} value={text} onChange={address.set} />}
      </Field>
      {network.requiresMemo && (
        <Field label={network.network?.memoName ?? 'Memo'}>
          {(aria) => <TextInput {...aria} mono value={memo} onChange={address.setMemo} />}
        </Field>
      )}
    </>
  );
});
