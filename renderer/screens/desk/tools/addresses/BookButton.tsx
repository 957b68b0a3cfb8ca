import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import type { Instrument } from '../../../../../contract/api/instruments.ts';
import { BookIcon } from '../../deskIcons.tsx';
import { IconButton } from '../../../../components/IconButton.tsx';
import { addressBookOf } from '../../../../stores/desk/AddressBookStore.ts';
import { toolsOf } from '../../../../stores/desk/ToolStore.ts';
import type { AddressField } from '../../../../stores/exchange/DeliveryStore.ts';
import { useStores } from '../../../../StoresContext.tsx';
import styles from './addresses.module.css';

/** At the end of an address field: the label of the address, if it is saved, and a button that chooses another one. */
export const BookButton = observer(({ name, instrument }: { name: AddressField; instrument: Instrument | null }) => {
  const { formatMessage } = useIntl();
  const stores = useStores();
  const entry = instrument && addressBookOf(stores)?.find(instrument.slug, stores.delivery[name].text);
  return (
    <>
      {entry && (
        <span className={styles['label']} title={entry.label}>
          {entry.label}
        </span>
      )}
      <IconButton
        label={formatMessage({ id: 'desk.addresses.choose' })}
        icon={<BookIcon />}
        onClick={() => toolsOf(stores).open({ name: 'addressBook', data: { field: name } })}
      />
    </>
  );
});
