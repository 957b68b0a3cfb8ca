import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import type { Instrument } from '../../../../../contract/api/instruments.ts';
import { BookIcon } from '../../deskIcons.tsx';
import { IconButton } from '../../../../components/buttons/IconButton.tsx';
import { addressBookGroup } from '../../../../stores/desk/AddressBookStore.ts';
import { toolsGroup } from '../../../../stores/desk/ToolStore.ts';
import type { AddressField } from '../../../../stores/exchange/DeliveryStore.ts';
import { exchangeGroup } from '../../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../../StoresContext.tsx';
import styles from './addresses.module.css';

/** At the end of an address field: the label of the address, if it is saved, and a button that chooses another one. */
export const BookButton = observer(({ name, instrument }: { name: AddressField; instrument: Instrument | null }) => {
  const { formatMessage } = useIntl();
  const { delivery, addressBook, tools } = useStores(exchangeGroup, addressBookGroup, toolsGroup);
  const entry = instrument && addressBook?.find(instrument.slug, delivery[name].text);
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
        onClick={() => tools.open({ name: 'addressBook', data: { field: name } })}
      />
    </>
  );
});
