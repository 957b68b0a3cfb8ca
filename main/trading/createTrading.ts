import type { AddressBookAnswer, IpcEventName, IpcEvents } from '../../contract/ipc.ts';
import type { LiveTransport, Transport } from '../../contract/platform.ts';
import type { IpcHandlers } from '../ipc.ts';
import { createSubscriptions } from '../live/subscriptions.ts';
import type { Vault } from '../session/vault.ts';
import { openAddressBook } from './addressBook.ts';
import { openFollowedOrders } from './followedOrders.ts';
import { openRateAlerts } from './rateAlerts.ts';
import { createRateWatch } from './rateWatch.ts';
import { openWatchList } from './watchList.ts';

export type Trading = ReturnType<typeof createTrading>;

interface Dependencies {
  /** Returns the path of a file of this user */
  userFile: (name: string) => string;
  live: LiveTransport;
  api: Transport;
  /** Has the key of the address book. */
  vault: Pick<Vault, 'fileKey' | 'open'>;
  broadcast: <Name extends IpcEventName>(name: Name, event: IpcEvents[Name]) => void;
  onFired: Parameters<typeof openRateAlerts>[0]['onFired'];
  onStage: Parameters<typeof openFollowedOrders>[0]['onStage'];
  /** A change could not be stored. */
  onUnsaved: (error: unknown) => void;
}

/** Creates the tools for frequent traders. They work without a window. */
export function createTrading({ userFile, live, api, vault, broadcast, onFired, onStage, onUnsaved }: Dependencies) {
  const subscriptions = createSubscriptions(live);
  const rates = createRateWatch({ subscriptions, api });
  const watchList = openWatchList({
    file: userFile('watch.json'),
    api,
    onChange: (pairs) => broadcast('watch.changed', pairs),
    onUnsaved,
  });
  const alerts = openRateAlerts({
    file: userFile('alerts.json'),
    rates,
    onChange: (list) => broadcast('alerts.changed', list),
    onFired: (alert, rate, missed) => {
      broadcast('alerts.fired', { alert, rate: rate.price });
      onFired(alert, rate, missed);
    },
    onUnsaved,
  });
  const addresses = openAddressBook({ file: userFile('addresses.json'), key: vault.fileKey, readKey: vault.open });
  const orders = openFollowedOrders({ file: userFile('orders.json'), subscriptions, api, onStage, onUnsaved });
  const tell = (answer: AddressBookAnswer): AddressBookAnswer => {
    broadcast('addresses.changed', answer);
    return answer;
  };
  return {
    rates,
    watchList,
    alerts,
    orders,
    handlers: {
      'watch.list': () => watchList.list(),
      'watch.save': ({ pairs }) => watchList.save(pairs),
      'alerts.list': () => alerts.list(),
      'alerts.add': (alert) => alerts.add(alert),
      'alerts.remove': ({ id }) => alerts.remove(id),
      'addresses.list': () => addresses.list(),
      'addresses.save': (entry) => tell(addresses.save(entry)),
      'addresses.remove': ({ id }) => tell(addresses.remove(id)),
      'addresses.use': ({ address }) => {
        if (addresses.use(address)) tell(addresses.list());
      },
      'addresses.startOver': async () => tell(await addresses.startOver()),
      'orders.follow': ({ orders: followed }) => orders.follow(followed),
      'orders.unfollow': ({ orderIds }) => orders.unfollow(orderIds),
    } satisfies Partial<IpcHandlers>,
    /** Tells the windows what the address book is since the keychain has changed. */
    onKeychain: () => void tell(addresses.list()),
    /** Reconnects, because the network is back. */
    wake: subscriptions.wake,
  };
}
