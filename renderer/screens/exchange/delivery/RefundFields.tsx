import { observer } from 'mobx-react-lite';
import { Disclosure } from '../../../components/layout/Disclosure.tsx';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { AddressField, addressNames } from './AddressField.tsx';
import { EmailField } from './EmailField.tsx';
import { MemoField } from './MemoField.tsx';
import styles from './RefundFields.module.css';
import { useExchangeTexts } from '../useExchangeTexts.ts';

/** The refund address, required for a fixed rate (§5) and recommended for a floating one (D8), and the e-mail. */
export const RefundFields = observer(() => {
  const { exchange, delivery } = useStores(exchangeGroup);
  const { formatMessage } = useExchangeTexts();
  const isFixed = exchange.mode === 'FIXED';
  const isFilled = delivery.refund.text !== '' || delivery.email !== '';

  if (isFixed) {
    return (
      <div className={styles['fields']}>
        <RefundAddress isRequired />
        <EmailField />
      </div>
    );
  }
  return (
    <Disclosure open={isFilled} summary={formatMessage({ id: 'exchange.refundOptional' })}>
      <div className={styles['fields']}>
        <RefundAddress isRequired={false} />
        <EmailField />
      </div>
    </Disclosure>
  );
});

/** The refund address with its memo. `brief`: a short hint, in place of the long one and of “recommended”. */
export const RefundAddress = observer(({ isRequired, brief }: { isRequired: boolean; brief?: string }) => {
  const { exchange, delivery, submission } = useStores(exchangeGroup);
  const { formatMessage } = useExchangeTexts();
  const instrument = exchange.sendInstrument;
  const mustDiffer =
    (exchange.mode === 'FIXED' && delivery.sharedAccount === 'same') ||
    submission.rejection?.message === 'error_address_must_be_different';
  const longHint = delivery.sharedAccount === 'otherMemo' ? 'exchange.refundOtherMemo' : 'exchange.refundHint';
  return (
    <>
      <AddressField
        name="refund"
        instrument={instrument}
        label={formatMessage({ id: 'exchange.refund' }, addressNames(instrument))}
        labelAside={
          (isRequired || brief === undefined) &&
          formatMessage({ id: isRequired ? 'exchange.refundRequired' : 'exchange.refundRecommended' })
        }
        hint={brief ?? formatMessage({ id: longHint }, addressNames(instrument))}
        error={mustDiffer ? formatMessage({ id: 'error_address_must_be_different' }) : null}
        isOptional={!isRequired}
      />
      {instrument?.requiresMemo && delivery.refund.text !== '' && <MemoField name="refund" instrument={instrument} />}
    </>
  );
});
