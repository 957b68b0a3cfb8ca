import { observer } from 'mobx-react-lite';
import { useStores } from '../../../StoresContext.tsx';
import { AddressField, addressNames } from './AddressField.tsx';
import { MemoField } from './MemoField.tsx';
import { useForm } from '../useForm.ts';

/** Where the coins go. */
export const DestinationFields = observer(() => {
  const { exchange } = useStores();
  const { formatMessage } = useForm();
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
