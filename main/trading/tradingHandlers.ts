import type { AddressBookAnswer } from '../../contract/ipc.ts';
import type { IpcHandlers } from '../ipc.ts';
import type { AddressBook } from './addressBook.ts';
import type { FollowedOrders } from './followedOrders.ts';
import type { RateAlerts } from './rateAlerts.ts';
import type { WatchList } from './watchList.ts';

interface Dependencies {
  watchList: WatchList;
  alerts: RateAlerts;
  addresses: AddressBook;
  orders: Pick<FollowedOrders, 'follow' | 'unfollow'>;
  onAddresses: (answer: AddressBookAnswer) => void;
}

type Handled =
  | 'watch.list'
  | 'watch.save'
  | 'alerts.list'
  | 'alerts.add'
  | 'alerts.remove'
  | 'addresses.list'
  | 'addresses.save'
  | 'addresses.remove'
  | 'addresses.use'
  | 'orders.follow'
  | 'orders.unfollow';

/** Returns the handlers of the tools for frequent traders. */
export function tradingHandlers({ watchList, alerts, addresses, orders, onAddresses }: Dependencies): Pick<IpcHandlers, Handled> {
  const tell = (answer: AddressBookAnswer): AddressBookAnswer => {
    onAddresses(answer);
    return answer;
  };
  return {
    'watch.list': () => watchList.list(),
    'watch.save': ({ pairs }) => {
      watchList.save(pairs);
      return null;
    },
    'alerts.list': () => alerts.list(),
    'alerts.add': (alert) => alerts.add(alert),
    'alerts.remove': ({ id }) => {
      alerts.remove(id);
      return null;
    },
    'addresses.list': () => addresses.list(),
    'addresses.save': (entry) => tell(addresses.save(entry)),
    'addresses.remove': ({ id }) => tell(addresses.remove(id)),
    'addresses.use': ({ address }) => {
      if (addresses.use(address)) tell(addresses.list());
      return null;
    },
    'orders.follow': ({ orders: followed }) => {
      orders.follow(followed);
      return null;
    },
    'orders.unfollow': ({ orderIds }) => {
      orders.unfollow(orderIds);
      return null;
    },
  };
}
