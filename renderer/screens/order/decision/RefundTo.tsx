import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import type { Instrument } from '../../../../contract/api/instruments.ts';
import { AddressInput } from '../../../components/AddressInput.tsx';
import { Checkbox } from '../../../components/Checkbox.tsx';
import { Field } from '../../../components/Field.tsx';
import { TextInput } from '../../../components/TextInput.tsx';
import type { RefundAddress } from '../../../stores/order/RefundAddress.ts';
import { networkName } from '../InstrumentLogo.tsx';

interface Props {
  address: RefundAddress;
  network: Pick<Instrument, 'network' | 'networkTitle' | 'requiresMemo'>;
}

/** Where a refund goes: to the address that is known, unless its customer wants another; without one it is asked for. */
export const RefundTo = observer(({ address, network, isKnown }: Props & { isKnown: boolean }) => {
  const { formatMessage } = useIntl();
  return (
    <>
      {isKnown && (
        <Checkbox checked={address.isWanted} onChange={address.want}>
          {formatMessage({ id: 'order.decision.otherAddress' })}
        </Checkbox>
      )}
      {(!isKnown || address.isWanted) && <RefundAddressFields address={address} network={network} />}
    </>
  );
});

/** Where a refund goes, on the network that it came from, with a memo where that network has them. */
const RefundAddressFields = observer(({ address, network }: Props) => {
  const { formatMessage } = useIntl();
  // Read here: what a Field's children read is rendered by the Field, which observes nothing.
  const { text, memo, problem, isMemoWaived, memoProblem } = address;
  const name = network.network?.memoName ?? 'Memo';
  const inSentence = name.charAt(0).toLowerCase() + name.slice(1);
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
        <>
          <Field
            label={name}
            hint={formatMessage({ id: 'exchange.memoHint' })}
            error={memoProblem && formatMessage({ id: memoProblem }, { name: inSentence })}
          >
            {(aria) => (
              <TextInput
                {...aria}
                mono
                autoCapitalize="none"
                autoComplete="off"
                autoCorrect="off"
                spellCheck={false}
                maxLength={128}
                value={memo}
                onChange={address.setMemo}
                disabled={isMemoWaived}
              />
            )}
          </Field>
          <Checkbox checked={isMemoWaived} onChange={address.waiveMemo}>
            {formatMessage({ id: 'exchange.noMemo' }, { name: inSentence })}
          </Checkbox>
        </>
      )}
    </>
  );
});
