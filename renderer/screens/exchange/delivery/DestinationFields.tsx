import { observer } from 'mobx-react-lite';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useExchangeTexts } from '../useExchangeTexts.ts';
import { AddressField, addressNames } from './AddressField.tsx';
import { MemoField } from './MemoField.tsx';

/** Destination address and memo. */
export const DestinationFields = observer(() => {
  const { exchange } = useStores(exchangeGroup);
  const { formatMessage } = useExchangeTexts();
  const instrument = exchange.receiveInstrument;
  return (
    <>
      <AddressField
        name="destination"
        instrument={instrument}
        label={formatMessage({ id: 'exchange.address' }, addressNames(instrument))}
        hint={formatMessage({ id: 'exchange.addressHint' })}
      />
      {instrument?.requiresMemo && <MemoField name="destination" instrument={instrument} />}
    </>
  );
});
