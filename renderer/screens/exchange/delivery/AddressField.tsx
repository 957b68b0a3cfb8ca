import { observer } from 'mobx-react-lite';
import { use, useState, type ReactNode } from 'react';
import type { Instrument } from '../../../../contract/api/instruments.ts';
import { AddressInput } from '../../../components/fields/AddressInput.tsx';
import { Field } from '../../../components/fields/Field.tsx';
import { IconButton } from '../../../components/buttons/IconButton.tsx';
import { PasteIcon } from '../../../components/icons/icons.tsx';
import type { AddressField as FieldName } from '../../../stores/exchange/DeliveryStore.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { networkName } from '../../coins/coinViews.ts';
import { ScanButton } from '../../scan/ScanButton.tsx';
import { useCamera } from '../../scan/useCamera.ts';
import { AddressExtra } from './AddressExtra.ts';
import { addressMessage } from './addressMessage.ts';
import { useExchangeTexts } from '../useExchangeTexts.ts';

interface AddressFieldProps {
  name: FieldName;
  instrument: Instrument | null;
  label: ReactNode;
  labelAside?: ReactNode;
  hint: ReactNode;
  /** Shown before the host's verdict on the address. */
  error?: ReactNode;
  /** It may stay empty. */
  isOptional?: boolean;
}

/** Address field: typed, pasted, scanned, or filled in from a payment request with its amount and memo. */
export const AddressField = observer(
  ({ name, instrument, label, labelAside, hint, error, isOptional = false }: AddressFieldProps) => {
    const { delivery, exchange, submission, platform } = useStores(exchangeGroup);
    const { formatMessage } = useExchangeTexts();
    const hasCamera = useCamera();
    const Extra = use(AddressExtra);
    const [isPasteBlocked, setPasteBlocked] = useState(false);
    // Read here: Field renders its children outside of an observer, so their reads are not tracked.
    const { text, state, pasted, isTextCleaned } = delivery[name];

    const take = async (typed: string): Promise<void> => {
      setPasteBlocked(false);
      const amount = await delivery.type(name, typed, instrument);
      if (amount !== null) exchange.type('receive', amount);
    };
    const paste = async (): Promise<void> => {
      const copied = await platform.paste?.();
      if (copied) await take(copied);
      else setPasteBlocked(true);
    };
    const isMissing = !isOptional && submission.wasTried && state.kind === 'empty';
    const message = addressMessage({ state, isCleaned: isTextCleaned, instrument, pasted, isMissing, formatMessage });

    return (
      <Field
        label={label}
        labelAside={labelAside}
        hint={isPasteBlocked ? formatMessage({ id: 'exchange.pasteBlocked' }) : (message.hint ?? hint)}
        ok={message.ok}
        error={error ?? message.error}
      >
        {(control) => (
          <AddressInput
            {...control}
            data-step={name}
            value={text}
            onChange={(typed) => void take(typed)}
            placeholder={formatMessage({ id: 'exchange.addressPlaceholder' })}
            trailing={
              // Together, so that the first does not move when the second appears.
              hasCamera !== null && (
                <>
                  {platform.paste && (
                    <IconButton
                      label={formatMessage({ id: 'exchange.paste' })}
                      icon={<PasteIcon />}
                      onClick={() => void paste()}
                    />
                  )}
                  {hasCamera && <ScanButton onText={(text) => void take(text)} />}
                  {Extra && <Extra name={name} instrument={instrument} />}
                </>
              )
            }
          />
        )}
      </Field>
    );
  },
);

/** Returns "USDT" and "TRON" for an address label. While the host has not answered, the network is "unknown": texts leave both out. */
export function addressNames(instrument: Instrument | null): { coin: string; network: string } {
  return instrument ? { coin: instrument.currencyTitle, network: networkName(instrument) } : { coin: '', network: 'unknown' };
}
