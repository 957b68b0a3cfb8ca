import { when } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Instrument } from '../../../../../contract/api/instruments.ts';
import type { AddressEntry, NewAddressEntry } from '../../../../../contract/schemas/trading.ts';
import { AddressInput } from '../../../../components/fields/AddressInput.tsx';
import { Button } from '../../../../components/buttons/Button.tsx';
import { Field } from '../../../../components/fields/Field.tsx';
import { Select } from '../../../../components/fields/Select.tsx';
import { TextInput } from '../../../../components/fields/TextInput.tsx';
import { addressBookGroup } from '../../../../stores/desk/AddressBookStore.ts';
import { AddressStore } from '../../../../stores/exchange/AddressStore.ts';
import type { AddressField } from '../../../../stores/exchange/DeliveryStore.ts';
import { exchangeGroup } from '../../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../../StoresContext.tsx';
import { networkName } from '../../../coins/coinViews.ts';
import { addressMessage } from '../../../exchange/delivery/addressMessage.ts';
import { useAutofocus } from '../useAutofocus.ts';
import styles from './addresses.module.css';

interface AddressFormProps {
  /** Null: a new entry. Without an id: a new entry with these values. */
  entry: AddressEntry | Omit<NewAddressEntry, 'id'> | null;
  /** The field of the form whose coin a new entry starts with. */
  field: AddressField | undefined;
  onDone: () => void;
}

const MAX_LABEL = 60;

/** Adds or edits an entry. The host checks the address before it is saved. */
export const AddressForm = observer(({ entry, field, onDone }: AddressFormProps) => {
  const { formatMessage } = useIntl();
  const { addressBook: book, exchange, instruments, platform } = useStores(exchangeGroup, addressBookGroup);
  const [label, setLabel] = useState(entry?.label ?? '');
  const [slug, setSlug] = useState(entry?.instrumentSlug ?? (field === 'refund' ? exchange.send : exchange.receive));
  const [address] = useState(() => new AddressStore({ platform }));
  const [wasTried, setTried] = useState(false);
  const [isFailed, setFailed] = useState(false);

  const coins = instruments.list.filter(({ instrumentType }) => instrumentType !== 'fiat').toSorted(byName);
  const instrument = instruments.bySlug.get(slug) ?? null;
  useEffect(() => address.use(instrument), [address, instrument]);
  useEffect(() => {
    if (entry?.address) address.type(entry.address);
    if (entry?.memo) address.setMemo(entry.memo);
  }, [address, entry]);

  const form = useAutofocus<HTMLFormElement>();
  const id = entry && 'id' in entry ? entry.id : null;
  const known = book?.find(slug, address.text) ?? null;
  const isKnown = known !== null && known.id !== id && (known.memo ?? '') === address.memo;
  const { text, memo, state, pasted, isTextCleaned: isCleaned, isMemoCleaned } = address;
  const isMissing = wasTried && state.kind === 'empty';
  const message = addressMessage({ state, isCleaned, instrument, pasted, isMissing, formatMessage });

  const save = async (): Promise<void> => {
    if (label.trim() === '' || !address.isValid || isKnown) return;
    const saved = { id, label: label.trim(), instrumentSlug: slug, address: text, memo: memo === '' ? null : memo };
    if (await book?.save(saved)) onDone();
    else setFailed(true);
  };
  // The host may not have judged the address when the customer saves. A later change takes the press back.
  const cancelSave = useRef<() => void>(undefined);
  useEffect(() => () => cancelSave.current?.(), [label, instrument, text, memo]);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    address.retry();
    cancelSave.current?.();
    cancelSave.current = when(
      () => address.state.kind !== 'checking',
      () => void save(),
    );
  };

  return (
    <form ref={form} noValidate className={styles['form']} onSubmit={submit}>
      <Field
        label={formatMessage({ id: 'desk.addresses.label' })}
        hint={formatMessage({ id: 'desk.addresses.labelHint' })}
        error={wasTried && label.trim() === '' && formatMessage({ id: 'desk.addresses.labelMissing' })}
      >
        {/* Otherwise the browser stores what was typed, and not encrypted. */}
        {(control) => (
          <TextInput {...control} autoComplete="off" data-autofocus maxLength={MAX_LABEL} value={label} onChange={setLabel} />
        )}
      </Field>
      <Field label={formatMessage({ id: 'desk.addresses.coin' })} reserve={false}>
        {(control) => (
          <Select
            {...control}
            value={slug}
            options={coins.map((coin) => ({
              value: coin.slug,
              label: formatMessage({ id: 'exchange.coinOn' }, { ticker: coin.currencyTitle, network: networkName(coin) }),
            }))}
            onChange={setSlug}
          />
        )}
      </Field>
      <Field
        label={formatMessage({ id: 'desk.addresses.address' })}
        hint={message.hint ?? formatMessage({ id: 'exchange.addressHint' })}
        ok={!isKnown && message.ok}
        error={isKnown ? formatMessage({ id: 'desk.addresses.known' }, { label: known.label }) : message.error}
      >
        {(control) => <AddressInput {...control} value={text} onChange={(typed) => void address.enter(typed, instrument)} />}
      </Field>
      {instrument?.requiresMemo && (
        <Field
          label={instrument.network?.memoName ?? formatMessage({ id: 'exchange.memoName' })}
          hint={formatMessage({ id: isMemoCleaned ? 'exchange.cleaned' : 'exchange.memoHint' })}
        >
          {(control) => (
            <TextInput {...control} autoComplete="off" mono maxLength={128} value={memo} onChange={address.setMemo} />
          )}
        </Field>
      )}
      <p role="alert">{isFailed && formatMessage({ id: 'desk.addresses.notSaved' })}</p>
      <div className={styles['formActions']}>
        <Button onClick={onDone}>
          <FormattedMessage id="desk.cancel" />
        </Button>
        <Button type="submit" variant="primary" busy={wasTried && state.kind === 'checking'}>
          <FormattedMessage id="desk.addresses.save" />
        </Button>
      </div>
    </form>
  );
});

const byName = (left: Instrument, right: Instrument): number =>
  left.currencyTitle.localeCompare(right.currencyTitle) || networkName(left).localeCompare(networkName(right));
