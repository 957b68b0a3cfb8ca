import type * as schemas from '../schemas/history.ts';
import { EXPORT_TIMEOUT_MS } from '../limits.ts';
import { get, getText, post } from './route.ts';

export type * from '../schemas/history.ts';

/**
 * The orders of the signed-in customer (§7), as pages and as a CSV file. `orders.claim` takes the order token in `X-Order-Token` and adds a guest's order, with
 * the orders of its later deposits (D63), to the account; it earns nothing (D60).
 */
export const historyRoutes = {
  'orders.history': get<schemas.HistoryInput, schemas.OrderHistory>('/api/v1/orders/history'),
  'orders.historyTable': getText<schemas.HistoryTableInput>('/api/v1/orders/history.csv', EXPORT_TIMEOUT_MS),
  'orders.claim': post<schemas.ClaimOrderInput, schemas.HistoryEntry>('/api/v1/orders/claim'),
} as const;
