import type { HistoryEntry } from '../../contract/schemas/history.ts';
import type { FoundOrder, HistoryFilter, HistoryPosition, HistoryState } from '../db/repositories/accounts/orderHistory.ts';

/** What customers see in their history beside orders: a subject with tables of its own. It registers in `createHost.ts`. */
export interface OtherHistory {
  /** Returns positions, newest first, as `listHistory` does */
  list(filter: HistoryFilter, page: { after: HistoryPosition | null; limit: number }): Promise<HistoryPosition[]>;
  count(filter: HistoryFilter, most: number): Promise<ReadonlyMap<HistoryState, number>>;
  /** Returns up to `limit` per field whose id, address or transaction hash begins with the text, as `searchHistory` does */
  search(customerId: number, text: string, limit: number): Promise<FoundOrder[]>;
  /** Returns the entries of those ids that are the customer's, in no particular order */
  present(customerId: number, ids: readonly string[]): Promise<HistoryEntry[]>;
}
