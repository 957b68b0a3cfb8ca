import type { ErrorBody } from './errors.ts';
import type { PairData, RateInput } from './schemas/rates.ts';

/** The WebSocket at /api/v2/ws (specification §7, D37). */
export const LIVE_PATH = '/api/v2/ws';

/** Client → host: subscribe to a pair's rate. A second one with the same `subscriptionId` replaces the first. */
export interface LiveRequest {
  event: 'pairs.rates';
  data: RateInput & { subscriptionId?: string };
}
/** Client → host: end a subscription (additive). */
export interface LiveUnsubscribe {
  event: 'pairs.unsubscribe';
  data: { subscriptionId: string };
}

/** Host → client. A host that knows no `subscriptionId` leaves it out: one socket per subscription then. */
export type LiveMessage =
  | { channel: 'pairs'; event: 'pairs.rates'; data: PairData; subscriptionId?: string }
  | { channel: 'pairs'; event: 'error'; data: Omit<ErrorBody, 'requestId'> & { requestId?: string }; subscriptionId?: string };
