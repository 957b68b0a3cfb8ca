import type { AppStores } from '../createAppStores.ts';
import type { OrderStores } from '../order/createOrderStores.ts';
import { storeGroup } from '../storeGroup.ts';
import { AccountHistoryStore } from './AccountHistoryStore.ts';

/** Creates the store of the account's orders. The page adds the stores of orders first. */
const createHistoryStores = (stores: AppStores) => {
  const { platform, health, clock, pageSnapshot } = stores;
  const { accountOrders } = stores as AppStores & OrderStores;
  const snapshot = pageSnapshot?.accountHistory ?? null;
  return { accountHistory: new AccountHistoryStore({ platform, health, clock, note: accountOrders.note, snapshot }) };
};

export type HistoryStores = ReturnType<typeof createHistoryStores>;
export const addHistoryStores = storeGroup('accountHistory', createHistoryStores);
