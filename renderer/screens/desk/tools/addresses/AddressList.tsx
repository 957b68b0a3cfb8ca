import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { Instrument } from '../../../../../contract/api/instruments.ts';
import type { AddressEntry } from '../../../../../contract/schemas/trading.ts';
import { NetworkChips } from '../../../../components/coins/NetworkChips.tsx';
import { EmptyState } from '../../../../components/feedback/EmptyState.tsx';
import { SearchIcon } from '../../../../components/icons/pageIcons.tsx';
import { TextInput } from '../../../../components/fields/TextInput.tsx';
import { addressBookGroup } from '../../../../stores/desk/AddressBookStore.ts';
import type { AddressField } from '../../../../stores/exchange/DeliveryStore.ts';
import { exchangeGroup } from '../../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../../StoresContext.tsx';
import { networkName } from '../../../coins/coinViews.ts';
import styles from './addresses.module.css';
import { AddressRow } from './AddressRow.tsx';

interface AddressListProps {
  /** Lists only addresses for this field of the form. */
  field: AddressField | undefined;
  onEdit: (entry: AddressEntry) => void;
  onClose: () => void;
}

/** The saved addresses with a search. One row at a time shows its whole address and its actions. */
export const AddressList = observer(({ field, onEdit, onClose }: AddressListProps) => {
  const { formatMessage } = useIntl();
  const { addressBook, exchange, instruments } = useStores(exchangeGroup, addressBookGroup);
  const [query, setQuery] = useState('');
  const [network, setNetwork] = useState<string | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);

  const wanted = field && (field === 'destination' ? exchange.receiveInstrument : exchange.sendInstrument);
  const all = addressBook?.entries ?? [];
  const entries = all.filter((entry) => !wanted || entry.instrumentSlug === wanted.slug);
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter((entry) => {
    const instrument = instruments.bySlug.get(entry.instrumentSlug);
    const text = [entry.label, entry.address, entry.memo, instrument && coinText(instrument)].join(' ').toLowerCase();
    return (network === null || networkOf(instrument) === network) && words.every((word) => text.includes(word));
  });
  const networks = new Map(
    entries.flatMap((entry) => {
      const instrument = instruments.bySlug.get(entry.instrumentSlug);
      return instrument ? [[networkOf(instrument), networkName(instrument)] as const] : [];
    }),
  );
  const open = found.find(({ id }) => id === openId) ?? (openId === null ? found[0] : undefined);

  if (entries.length === 0) {
    return (
      <EmptyState
        title={
          wanted
            ? formatMessage({ id: 'desk.addresses.emptyFor' }, { coin: wanted.currencyTitle, network: networkName(wanted) })
            : formatMessage({ id: 'desk.addresses.empty' })
        }
      >
        {formatMessage({ id: 'desk.addresses.emptyHelp' })}
      </EmptyState>
    );
  }
  return (
    <>
      <div className={styles['search']}>
        <TextInput
          data-autofocus
          type="search"
          autoComplete="off"
          aria-label={formatMessage({ id: 'desk.addresses.search' })}
          placeholder={formatMessage({ id: 'desk.addresses.search' })}
          leading={<SearchIcon size="small" />}
          value={query}
          onChange={setQuery}
        />
      </div>
      <NetworkChips
        legend={formatMessage({ id: 'selector.networks' })}
        allLabel={formatMessage({ id: 'selector.allNetworks' })}
        networks={[...networks].map(([id, title]) => ({ id: id ?? '', title }))}
        value={network}
        onChange={setNetwork}
      />
      {found.length === 0 && (
        <EmptyState role="status" title={formatMessage({ id: 'desk.addresses.notFound' })}>
          {formatMessage({ id: 'desk.addresses.notFoundHelp' })}
        </EmptyState>
      )}
      <ul className={styles['list']}>
        {found.map((entry) => (
          <AddressRow
            key={entry.id}
            entry={entry}
            field={field}
            isOpen={entry === open}
            onToggle={() => setOpenId(entry === open ? '' : entry.id)}
            onEdit={() => onEdit(entry)}
            onClose={onClose}
          />
        ))}
      </ul>
    </>
  );
});

const networkOf = (instrument: Instrument | undefined): string | undefined =>
  instrument?.network?.slug ?? instrument?.networkTitle;
const coinText = (instrument: Instrument): string =>
  `${instrument.currencyTitle} ${instrument.currencyFriendlyTitle} ${networkName(instrument)}`;
