import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import type { Instrument } from '../../../../contract/api/instruments.ts';
import type { Order } from '../../../../contract/api/orders.ts';
import { AddressInput } from '../../../components/fields/AddressInput.tsx';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import type { Definition } from '../../../components/data/DefinitionList.tsx';
import { Field } from '../../../components/fields/Field.tsx';
import { TextInput } from '../../../components/fields/TextInput.tsx';
import type { RefundAddress } from '../../../stores/order/RefundAddress.ts';
import { ScanButton } from '../../scan/ScanButton.tsx';
import { useCamera } from '../../scan/useCamera.ts';
import { networkName } from '../../coins/coinViews.ts';

interface Props {
  address: RefundAddress;
  network: Pick<Instrument, 'network' | 'networkTitle' | 'requiresMemo'>;
}

/** Chooses the refund address: the known one or another. Without a known address the fields are always shown. */
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

/** The refund address on the deposit's network, with a memo where the network uses memos. */
const RefundAddressFields = observer(({ address, network }: Props) => {
  const { formatMessage } = useIntl();
  const hasCamera = useCamera();
  // Read the observables here: Field renders its children, and Field is not an observer.
  const { text, memo, problem, problemValues, isTextCleaned, isMemoCleaned, isMemoWaived, memoProblem } = address;
  const name = network.network?.memoName ?? 'Memo';
  const take = (given: string) => void address.set(given, network);
  const inSentence = name.charAt(0).toLowerCase() + name.slice(1);
  return (
    <>
      <Field
        label={formatMessage({ id: 'order.decision.refundAddress' }, { network: networkName(network) })}
        hint={formatMessage({ id: isTextCleaned ? 'exchange.cleaned' : 'order.decision.refundAddressHint' })}
        error={problem && formatMessage({ id: problem }, { ...problemValues, network: networkName(network) })}
      >
        {(aria) => <AddressInput {...aria} value={text} onChange={take} trailing={hasCamera && <ScanButton onText={take} />} />}
      </Field>
      {network.requiresMemo && (
        <>
          <Field
            label={name}
            hint={formatMessage({ id: isMemoCleaned ? 'exchange.cleaned' : 'exchange.memoHint' })}
            error={memoProblem && formatMessage({ id: `exchange.memo.${memoProblem}` }, { name: inSentence })}
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

/** Returns the memo line of the known refund address, or no line when the coin has no memos. */
export function refundMemo({ pair, refundAddressMemo }: Order, none: string): Definition[] {
  const { requiresMemo, network } = pair.instrumentFrom;
  if (!requiresMemo) return [];
  const detail =
    refundAddressMemo === null ? (
      none
    ) : (
      <span className="mono" translate="no">
        {refundAddressMemo}
      </span>
    );
  return [{ id: 'memo', term: network?.memoName ?? 'Memo', detail }];
}
