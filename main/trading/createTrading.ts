import type { IpcEventName, IpcEvents } from '../../contract/ipc.ts';
import type { LiveTransport, Transport } from '../../contract/platform.ts';
import { createSubscriptions } from '../live/subscriptions.ts';
import { openAddressBook } from './addressBook.ts';
import { openFollowedOrders, type FollowedOrders } from './followedOrders.ts';
import { openRateAlerts, type RateAlerts } from './rateAlerts.ts';
import { createRateWatch, type RateWatch } from './rateWatch.ts';
import { tradingHandlers } from './tradingHandlers.ts';
import { openWatchList, type WatchList } from './watchList.ts';

/** The tools for frequent traders. They work without a window. */
export interface Trading {
  rates: RateWatch;
  watchList: WatchList;
  alerts: RateAlerts;
  orders: FollowedOrders;
  handlers: ReturnType<typeof tradingHandlers>;
  /** Reconnects, because the network is back. */
  wake(): void;
}

interface Dependencies {
  /** Returns the path of a file of this user */
  userFile: (name: string) => string;
  live: LiveTransport;
  api: Transport;
  /** The key of the address book; null without a keychain */
  fileKey: Buffer | null;
  broadcast: <Name extends IpcEventName>(name: Name, event: IpcEvents[Name]) => void;
  onFired: Parameters<typeof openRateAlerts>[0]['onFired'];
  onStage: Parameters<typeof openFollowedOrders>[0]['onStage'];
  /** A change could not be stored. */
  onUnsaved: (error: unknown) => void;
}

export function createTrading({ userFile, live, api, fileKey, broadcast, onFired, onStage, onUnsaved }: Dependencies): Trading {
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
    onFired: (alert, rate) => {
      broadcast('alerts.fired', { alert, rate: rate.price });
      onFired(alert, rate);
    },
    onUnsaved,
  });
  const addresses = openAddressBook({ file: userFile('addresses.json'), key: fileKey });
  const orders = openFollowedOrders({ file: userFile('orders.json'), subscriptions, api, onStage, onUnsaved });
  const onAddresses = (answer: ReturnType<typeof addresses.list>): void => broadcast('addresses.changed', answer);
  return {
    rates,
    watchList,
    alerts,
    orders,
    handlers: tradingHandlers({ watchList, alerts, addresses, orders, onAddresses }),
    wake: subscriptions.wake,
  };
}
