import { CREATE_ORDER_TIMEOUT_MS, DEFAULT_TIMEOUT_MS } from '../limits.ts';
import type {
  AcceptRateModeChangeInput,
  ClaimDepositInput,
  CreateOrderInput,
  LatestOrders,
  Order,
  OrderRefundInfo,
  RequestRefundInput,
  SetEmailInput,
  SetEmailOutput,
} from '../schemas/orders.ts';
import { get, post } from './route.ts';

export type * from '../schemas/orders.ts';

/**
 * Specification §7 Orders, and the claim of a deposit without its memo, or on another network (D6). Create takes the header
 * `Idempotency-Key` (D4); set-email (to change, or instead of the destination address), request-refund,
 * accept-rate-mode-change and claim-deposit take the order token in `X-Order-Token` (D3).
 */
export const orderRoutes = {
  'orders.publicInfo': get<{ orderId: string; destinationAddress: string }, Order>(
    '/api/v1/orders/public-info',
    DEFAULT_TIMEOUT_MS,
  ),
  'orders.refundInfo': get<{ orderId: string }, OrderRefundInfo>('/api/v1/orders/order-refund-info', DEFAULT_TIMEOUT_MS),
  'orders.create': post<CreateOrderInput, Order>('/api/v1/orders/public/create', CREATE_ORDER_TIMEOUT_MS),
  'orders.setEmail': post<SetEmailInput, SetEmailOutput>('/api/v1/orders/public/set-email', DEFAULT_TIMEOUT_MS),
  'orders.requestRefund': post<RequestRefundInput, Order>('/api/v1/orders/public/request-refund', DEFAULT_TIMEOUT_MS),
  'orders.acceptRateModeChange': post<AcceptRateModeChangeInput, Order>(
    '/api/v1/orders/public/accept-rate-mode-change',
    DEFAULT_TIMEOUT_MS,
  ),
  'orders.claimDeposit': post<ClaimDepositInput, Order>('/api/v1/orders/public/claim-deposit', DEFAULT_TIMEOUT_MS),
  'orders.latest': get<Record<string, never>, LatestOrders>('/api/v1/orders/public/latest', DEFAULT_TIMEOUT_MS),
} as const;

/** How a host says that set-email takes the destination address too (D30). */
export const EMAIL_BY_ADDRESS_FEATURE = 'email-by-address';

/** The host's feature (D30) of claim-deposit finding what came to an order's own address on another network. */
export const CLAIM_WRONG_NETWORK_FEATURE = 'claim-elsewhere';

export const ORDER_TOKEN_HEADER = 'x-order-token';
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
