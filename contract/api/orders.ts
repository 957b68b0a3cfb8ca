import { CREATE_ORDER_TIMEOUT_MS } from '../limits.ts';
import type * as schemas from '../schemas/orders.ts';
import { get, post, type None } from './route.ts';

export type * from '../schemas/orders.ts';

/**
 * The order calls of §7, claim-deposit for deposits without their memo or on another network, and finish-deposit (D6). Create takes the header
 * `Idempotency-Key` (D4). request-refund, accept-rate-mode-change, finish-deposit and claim-deposit take the order token in `X-Order-Token` (D3).
 * set-email needs it only to change an e-mail (D59).
 */
export const orderRoutes = {
  'orders.publicInfo': get<{ orderId: string; destinationAddress: string }, schemas.Order>('/api/v1/orders/public-info'),
  'orders.refundInfo': get<{ orderId: string }, schemas.OrderRefundInfo>('/api/v1/orders/order-refund-info'),
  'orders.create': post<schemas.CreateOrderInput, schemas.Order>('/api/v1/orders/public/create', {
    timeoutMs: CREATE_ORDER_TIMEOUT_MS,
  }),
  'orders.setEmail': post<schemas.SetEmailInput, schemas.SetEmailOutput>('/api/v1/orders/public/set-email'),
  'orders.requestRefund': post<schemas.RequestRefundInput, schemas.Order>('/api/v1/orders/public/request-refund'),
  'orders.acceptRateModeChange': post<schemas.AcceptRateModeChangeInput, schemas.Order>(
    '/api/v1/orders/public/accept-rate-mode-change',
  ),
  'orders.finishDeposit': post<schemas.FinishDepositInput, schemas.Order>('/api/v1/orders/public/finish-deposit'),
  'orders.claimDeposit': post<schemas.ClaimDepositInput, schemas.Order>('/api/v1/orders/public/claim-deposit'),
  'orders.latest': get<None, schemas.LatestOrders>('/api/v1/orders/public/latest'),
} as const;

export const ORDER_TOKEN_HEADER = 'x-order-token';
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
