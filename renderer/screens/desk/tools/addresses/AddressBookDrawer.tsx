import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { AddressEntry, NewAddressEntry } from '../../../../../contract/schemas/trading.ts';
import { PlusIcon } from '../../../../components/icons/accountIcons.tsx';
import { Button } from '../../../../components/buttons/Button.tsx';
import { Drawer } from '../../../../components/dialogs/Drawer.tsx';
import { EmptyState } from '../../../../components/feedback/EmptyState.tsx';
import { LockIcon } from '../../../../components/icons/icons.tsx';
import { addressBookGroup, type AddressBookStore } from '../../../../stores/desk/AddressBookStore.ts';
import { keychainGroup } from '../../../../stores/desk/KeychainStore.ts';
import type { OpenTool } from '../../../../stores/desk/ToolStore.ts';
import { useStores } from '../../../../StoresContext.tsx';
import styles from './addresses.module.css';
import { AddressForm } from './AddressForm.tsx';
import { AddressList } from './AddressList.tsx';

interface AddressBookDrawerProps {
  data: Extract<OpenTool, { name: 'addressBook' }>['data'];
  onClose: () => void;
}

/** The saved addresses: search, use, copy, add, edit, remove. */
export const AddressBookDrawer = observer(({ data, onClose }: AddressBookDrawerProps) => {
  const { formatMessage } = useIntl();
  const { addressBook: book, instruments } = useStores(addressBookGroup);
  /** The entry that the form edits; `new` adds one. */
  const [edited, setEdited] = useState<AddressEntry | Omit<NewAddressEntry, 'id'> | 'new' | null>(data.draft ?? null);

  useEffect(() => {
    // The list names coins and networks. Without them it shows the short names of the coins.
    instruments.loadAll().catch(() => undefined);
    void book?.load();
  }, [instruments, book]);

  if (!book) return null;
  const isEditing = edited !== null && book.state === 'ready';
  return (
    <Drawer
      title={formatMessage({ id: isEditing ? titleOf(edited) : 'desk.addresses.title' })}
      closeLabel={formatMessage({ id: 'exchange.close' })}
      onClose={onClose}
      footer={
        book.state === 'ready' &&
        !isEditing && (
          <>
            <Button icon={<PlusIcon size="small" />} onClick={() => setEdited('new')}>
              <FormattedMessage id="desk.addresses.add" />
            </Button>
            <p className={styles['secret']}>
              <LockIcon size="small" />
              <FormattedMessage id="desk.addresses.encrypted" />
            </p>
          </>
        )
      }
    >
      {isEditing ? (
        <AddressForm entry={edited === 'new' ? null : edited} field={data.field} onDone={() => setEdited(null)} />
      ) : book.state === 'ready' ? (
        <AddressList field={data.field} onEdit={setEdited} onClose={onClose} />
      ) : (
        <NoBook book={book} />
      )}
    </Drawer>
  );
});

function titleOf(edited: AddressEntry | Omit<NewAddressEntry, 'id'> | 'new') {
  return edited !== 'new' && 'id' in edited ? 'desk.addresses.editTitle' : 'desk.addresses.addTitle';
}

const NoBook = observer(({ book }: { book: AddressBookStore }) => {
  const { formatMessage } = useIntl();
  const { keychain } = useStores(keychainGroup);
  const { state } = book;
  if (state === 'loading' || state === 'ready')
    return <EmptyState role="status" title={formatMessage({ id: 'desk.addresses.loading' })} />;
  const action = {
    failed: { label: 'desk.addresses.retry', run: () => void book.load() },
    locked: { label: 'desk.keychain.unlock', run: () => keychain?.unlock() },
    lost: { label: 'desk.addresses.startOver', run: () => void book.startOver() },
    missing: null,
  } as const;
  const offered = action[state];
  return (
    <EmptyState
      role="alert"
      title={formatMessage({ id: `desk.addresses.${state}` })}
      actions={
        offered && (
          <Button size="small" onClick={offered.run}>
            <FormattedMessage id={offered.label} />
          </Button>
        )
      }
    >
      {formatMessage({ id: `desk.addresses.${state}Help` })}
    </EmptyState>
  );
});
