import type { ErrorBody } from './errors.ts';
import type { Order } from './schemas/orders.ts';
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

/** Interval in ms of `orders.unchanged` messages. A watch without messages for much longer is dead. */
export const ORDER_UNCHANGED_MS = 5_000;

/** Client → host (additive): send the order now and on each change. A second one with the same `subscriptionId` replaces the first. */
export interface OrderWatch {
  event: 'orders.watch';
  data: { orderId: string; destinationAddress: string; subscriptionId: string };
}
/** Client → host (additive): end a watch. */
export interface OrderUnwatch {
  event: 'orders.unwatch';
  data: { subscriptionId: string };
}

type LiveError = Omit<ErrorBody, 'requestId'> & { requestId?: string };

/** Host → client. Hosts without support for `subscriptionId` omit it; clients then use one socket per subscription. */
export type LiveMessage =
  | { channel: 'pairs'; event: 'pairs.rates'; data: PairData; subscriptionId?: string }
  | { channel: 'pairs'; event: 'error'; data: LiveError; subscriptionId?: string }
  | { channel: 'orders'; event: 'orders.order'; data: Order; subscriptionId: string }
  /** The last sent order is still current at `serverTime` (ISO 8601). */
  | { channel: 'orders'; event: 'orders.unchanged'; data: { serverTime: string }; subscriptionId: string }
  | { channel: 'orders'; event: 'error'; data: LiveError; subscriptionId?: string };
