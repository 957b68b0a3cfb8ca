import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { NewAddressEntry } from '../../../../../contract/schemas/trading.ts';
import { Button } from '../../../../components/buttons/Button.tsx';
import { addressBookGroup } from '../../../../stores/desk/AddressBookStore.ts';
import { toolsGroup } from '../../../../stores/desk/ToolStore.ts';
import { orderGroup } from '../../../../stores/order/orderGroup.ts';
import type { OrderDraft } from '../../../../stores/order/orderDraft.ts';
import { useStores } from '../../../../StoresContext.tsx';
import { networkName } from '../../../coins/coinViews.ts';
import { shortened } from '../../../../../contract/shortened.ts';
import styles from './addresses.module.css';

/** Created orders whose addresses were counted: the page of orders may be opened again. */
const counted = new WeakSet();

/** Counts the use of saved addresses by new orders, and offers to save a new destination. */
export const AddressUse = observer(() => {
  const { orderCreation, addressBook: book, tools } = useStores(orderGroup, addressBookGroup, toolsGroup);
  const [offered, setOffered] = useState<OrderDraft | null>(null);

  useEffect(
    () =>
      reaction(
        () => book?.state !== 'loading' && orderCreation.created,
        (created) => {
          if (!created || !book || counted.has(created)) return;
          counted.add(created);
          const { draft } = created;
          const { destinationAddress, refundAddress } = draft.payload;
          void book.use(destinationAddress);
          if (refundAddress) void book.use(refundAddress);
          const isNew = book.state === 'ready' && !book.find(draft.pair.instrumentTo.slug, destinationAddress);
          setOffered(isNew ? draft : null);
        },
        { fireImmediately: true },
      ),
    [orderCreation, book],
  );

  if (!offered || !book) return null;
  const { payload, pair } = offered;
  const coin = pair.instrumentTo;
  const draft: Omit<NewAddressEntry, 'id'> = {
    label: '',
    instrumentSlug: coin.slug,
    address: payload.destinationAddress,
    memo: payload.destinationAddressMemo ?? null,
  };
  const answer = (save: boolean): void => {
    setOffered(null);
    if (save) tools.open({ name: 'addressBook', data: { draft } });
  };
  return (
    <section className={styles['offer']} aria-labelledby="desk-offer">
      <h2 id="desk-offer">
        <FormattedMessage id="desk.addresses.offer" />
      </h2>
      <p className="hint">
        <FormattedMessage id="exchange.coinOn" values={{ ticker: coin.currencyTitle, network: networkName(coin) }} />
        {' · '}
        <span className="mono" translate="no">
          {shortened(payload.destinationAddress)}
        </span>
      </p>
      <div className={styles['formActions']}>
        <Button size="small" onClick={() => answer(false)}>
          <FormattedMessage id="desk.addresses.offerNo" />
        </Button>
        <Button size="small" variant="primary" onClick={() => answer(true)}>
          <FormattedMessage id="desk.addresses.offerYes" />
        </Button>
      </div>
    </section>
  );
});
