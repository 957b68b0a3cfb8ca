import { observer } from 'mobx-react-lite';
import type { Instrument } from '../../../../contract/api/instruments.ts';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import { Field } from '../../../components/fields/Field.tsx';
import { TextInput } from '../../../components/fields/TextInput.tsx';
import type { AddressField } from '../../../stores/exchange/DeliveryStore.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import styles from './MemoField.module.css';
import { useExchangeTexts } from '../useExchangeTexts.ts';

/** The memo of an address on networks with memos, and the tick that this address needs none (§5). */
export const MemoField = observer(({ name, instrument }: { name: AddressField; instrument: Instrument }) => {
  const { delivery, submission } = useStores(exchangeGroup);
  const { formatMessage, memo } = useExchangeTexts();
  // Read here: Field renders its children outside of an observer, so their reads are not tracked.
  const { memo: value, paidMemo, memoProblem, isMemoCleaned, isMemoWaived, setMemo, waiveMemo } = delivery[name];
  const { name: memoName, inSentence } = memo(instrument);
  const isDestination = name === 'destination';
  const isMissing = submission.wasTried && paidMemo === '' && !isMemoWaived;
  const isRejected = submission.rejection?.field === `${name}AddressMemo`;
  const problem = memoProblem ?? (isRejected ? 'other' : isMissing && 'missing');
  const error = problem && formatMessage({ id: `exchange.memo.${problem}` }, { name: inSentence });

  return (
    <div className={styles['memo']}>
      <Field
        label={formatMessage({ id: isDestination ? 'exchange.memo' : 'exchange.refundMemo' }, { name: memoName })}
        hint={formatMessage({ id: isMemoCleaned ? 'exchange.cleaned' : 'exchange.memoHint' })}
        error={error}
      >
        {(control) => (
          <TextInput
            {...control}
            mono
            autoCapitalize="none"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            data-step={isDestination ? 'memo' : 'refundMemo'}
            maxLength={128}
            value={value}
            onChange={setMemo}
            disabled={isMemoWaived}
          />
        )}
      </Field>
      <Checkbox checked={isMemoWaived} onChange={waiveMemo}>
        {formatMessage({ id: isDestination ? 'exchange.noMemo' : 'exchange.refundNoMemo' }, { name: inSentence })}
      </Checkbox>
    </div>
  );
});
