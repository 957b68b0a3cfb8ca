import type { HistoryEntry } from '../../contract/schemas/history.ts';
import type { FoundOrder, HistoryFilter, HistoryPosition, HistoryState } from '../db/repositories/accounts/orderHistory.ts';
import { listPurchaseEvents } from '../db/repositories/fiat/cardPurchases.ts';
import { findConfirmedEmail } from '../db/repositories/fiat/providerAccounts.ts';
import {
  countPurchaseHistory,
  listOwnPurchases,
  listPurchaseHistory,
  searchPurchases,
  STAGES_OF_STATE,
} from '../db/repositories/fiat/purchaseHistory.ts';
import type { CardPurchaseRow } from '../db/tables/fiat.ts';
import type { FiatContext } from './fiatContext.ts';
import { orderOf } from './presentPurchase.ts';

/** The purchases of a customer, for the history of orders. */
export function createPurchaseHistory(context: FiatContext) {
  const { database } = context;
  return {
    list: async (filter: HistoryFilter, page: { after: HistoryPosition | null; limit: number }): Promise<HistoryPosition[]> =>
      await listPurchaseHistory(database, filter, page),
    count: async (filter: HistoryFilter, most: number): Promise<ReadonlyMap<HistoryState, number>> =>
      await countPurchaseHistory(database, filter, most),
    search: async (customerId: number, text: string, limit: number): Promise<FoundOrder[]> =>
      await searchPurchases(database, customerId, text, limit),
    present: async (customerId: number, ids: readonly string[]): Promise<HistoryEntry[]> => {
      const purchases = await listOwnPurchases(database, customerId, ids);
      const events = await listPurchaseEvents(
        database,
        purchases.map(({ id }) => id),
      );
      const email = purchases.length > 0 ? await findConfirmedEmail(database, customerId) : null;
      return purchases.map((purchase) => ({
        order: orderOf(
          context,
          purchase,
          events.filter(({ purchase_id }) => purchase_id === purchase.id),
          email,
        ),
        state: stateOf(purchase),
        source: 'SESSION',
        match: null,
      }));
    },
  };
}

const STATES = Object.keys(STAGES_OF_STATE) as HistoryState[];
const stateOf = ({ status }: CardPurchaseRow): HistoryState =>
  STATES.find((state) => STAGES_OF_STATE[state].includes(status)) ?? 'open';
