import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { AddressEntry } from '../../../../../contract/schemas/trading.ts';
import { MoreIcon, TrashIcon } from '../../../../components/icons/accountIcons.tsx';
import { Button } from '../../../../components/buttons/Button.tsx';
import { classNames } from '../../../../components/classNames.ts';
import { CoinLogo } from '../../../../components/coins/CoinLogo.tsx';
import { PencilIcon } from '../../deskIcons.tsx';
import { CheckIcon } from '../../../../components/icons/icons.tsx';
import { CopyIcon } from '../../../../components/icons/pageIcons.tsx';
import { IconButton } from '../../../../components/buttons/IconButton.tsx';
import { addressBookGroup } from '../../../../stores/desk/AddressBookStore.ts';
import type { AddressField } from '../../../../stores/exchange/DeliveryStore.ts';
import { useStores } from '../../../../StoresContext.tsx';
import { coinLogo, networkName } from '../../../coins/coinViews.ts';
import { AddressText } from '../../../order/AddressText.tsx';
import { LocalTime } from '../../../order/LocalTime.tsx';
import { shortened } from '../../../../../contract/shortened.ts';
import { useAutofocus } from '../useAutofocus.ts';
import { useFillForm } from '../useFillForm.ts';
import styles from './addresses.module.css';

interface AddressRowProps {
  entry: AddressEntry;
  field: AddressField | undefined;
  isOpen: boolean;
  onToggle: () => void;
  onEdit: () => void;
  onClose: () => void;
}

/** One saved address. Opened, it shows all of the address and what can be done with it. */
export const AddressRow = observer(({ entry, field, isOpen, onToggle, onEdit, onClose }: AddressRowProps) => {
  const { formatMessage } = useIntl();
  const { instruments } = useStores();
  const detailsId = useId();
  const { address, instrumentSlug, label, memo } = entry;
  const instrument = instruments.bySlug.get(instrumentSlug);
  const coin = instrument?.currencyTitle ?? instrumentSlug.toUpperCase();
  const memoName = instrument?.network?.memoName ?? formatMessage({ id: 'exchange.memoName' });
  return (
    <li className={classNames(styles['row'], isOpen && styles['open'])}>
      <CoinLogo {...(instrument ? coinLogo(instrument) : { ticker: coin })} />
      <div className={styles['words']}>
        <p className={styles['name']}>
          <b>{label}</b>{' '}
          <span className="hint">
            {instrument ? formatMessage({ id: 'exchange.coinOn' }, { ticker: coin, network: networkName(instrument) }) : coin}
          </span>
        </p>
        <p className={styles['address']}>
          {isOpen ? (
            <AddressText address={address} />
          ) : (
            <span className="mono" translate="no">
              {shortened(address)}
            </span>
          )}
          {!isOpen && memo && (
            <span className="hint">
              {' · '}
              {memoName}{' '}
              <span className="mono" translate="no">
                {memo}
              </span>
            </span>
          )}
        </p>
        {isOpen && memo && (
          <p className="hint">
            {memoName}{' '}
            <span className={classNames('mono', styles['memo'])} translate="no">
              {memo}
            </span>
          </p>
        )}
        {(isOpen || !memo) && (
          <p className="hint">
            <Uses entry={entry} />
          </p>
        )}
      </div>
      <span className={styles['quick']}>
        {!isOpen && <CopyButton entry={entry} isIcon />}
        <IconButton
          label={formatMessage({ id: isOpen ? 'desk.addresses.less' : 'desk.addresses.more' }, { label })}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          icon={<MoreIcon />}
          onClick={onToggle}
        />
      </span>
      <div id={detailsId} className={styles['actions']} hidden={!isOpen}>
        {isOpen && <Actions {...{ entry, field, coin, onEdit, onClose }} />}
      </div>
    </li>
  );
});

function Uses({ entry: { timesUsed, lastUsedAt } }: { entry: AddressEntry }) {
  if (timesUsed === 0) return <FormattedMessage id="desk.addresses.neverUsed" />;
  return (
    <>
      <FormattedMessage id="desk.addresses.used" values={{ count: timesUsed }} />
      {lastUsedAt && (
        <>
          , <FormattedMessage id="desk.addresses.last" values={{ time: <LocalTime at={lastUsedAt} format="dateTime" /> }} />
        </>
      )}
    </>
  );
}

interface ActionsProps {
  entry: AddressEntry;
  field: AddressField | undefined;
  coin: string;
  onEdit: () => void;
  onClose: () => void;
}

function Actions({ entry, field, coin, onEdit, onClose }: ActionsProps) {
  const { addressBook, notifications } = useStores(addressBookGroup);
  const { fillInAddress } = useFillForm();
  const [isRemoving, setRemoving] = useState(false);
  const remove = async (): Promise<void> => {
    if (await addressBook?.remove(entry.id)) return;
    setRemoving(false);
    notifications.show({ kind: 'error', message: 'desk.addresses.notRemoved' });
  };
  if (isRemoving) return <RemoveQuestion onRemove={() => void remove()} onCancel={() => setRemoving(false)} />;
  return (
    <>
      <Button
        variant="primary"
        size="small"
        className={styles['use']}
        onClick={() => {
          onClose();
          void fillInAddress(entry, field);
        }}
      >
        <FormattedMessage id="desk.addresses.use" values={{ coin }} />
      </Button>
      <CopyButton entry={entry} />
      <Button size="small" icon={<PencilIcon size="small" />} onClick={onEdit}>
        <FormattedMessage id="desk.addresses.edit" />
      </Button>
      <RemoveButton label={entry.label} onPress={() => setRemoving(true)} />
    </>
  );
}

function RemoveQuestion({ onRemove, onCancel }: { onRemove: () => void; onCancel: () => void }) {
  const question = useAutofocus<HTMLDivElement>();
  return (
    <div ref={question} className={styles['question']}>
      <p>
        <FormattedMessage id="desk.addresses.removeQuestion" />
      </p>
      <Button size="small" onClick={onCancel}>
        <FormattedMessage id="desk.cancel" />
      </Button>
      <Button data-autofocus size="small" variant="danger" onClick={onRemove}>
        <FormattedMessage id="desk.addresses.remove" />
      </Button>
    </div>
  );
}

function RemoveButton({ label, onPress }: { label: string; onPress: () => void }) {
  const { formatMessage } = useIntl();
  return (
    <IconButton
      label={formatMessage({ id: 'desk.addresses.removeOf' }, { label })}
      icon={<TrashIcon size="small" />}
      onClick={onPress}
    />
  );
}

function CopyButton({ entry: { address, label }, isIcon = false }: { entry: AddressEntry; isIcon?: boolean }) {
  const { formatMessage } = useIntl();
  const { platform, notifications } = useStores();
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    if (await platform.copy(address)) setCopied(true);
    else notifications.show({ kind: 'error', message: 'desk.notCopied' });
  };
  const icon = isCopied ? <CheckIcon size="small" /> : <CopyIcon size="small" />;
  if (isIcon) {
    return (
      <IconButton label={formatMessage({ id: 'desk.addresses.copyOf' }, { label })} icon={icon} onClick={() => void copy()} />
    );
  }
  return (
    <Button size="small" icon={icon} onClick={() => void copy()}>
      <span role="status">{formatMessage({ id: isCopied ? 'order.copied' : 'desk.addresses.copy' })}</span>
    </Button>
  );
}
