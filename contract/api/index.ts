import { instrumentRoutes } from './instruments.ts';
import { notificationRoutes } from './notifications.ts';
import { orderRoutes } from './orders.ts';
import { rateRoutes } from './rates.ts';
import type { InputOf, OutputOf } from './route.ts';
import { sandboxRoutes } from './sandbox.ts';
import { serviceRoutes } from './service.ts';

/** All API calls by name. Client and server share these types, so a mismatch does not compile. */
export const apiRoutes = {
  ...orderRoutes,
  ...notificationRoutes,
  ...instrumentRoutes,
  ...rateRoutes,
  ...serviceRoutes,
  ...sandboxRoutes,
} as const;

export type CallName = keyof typeof apiRoutes;
export type CallInput<Name extends CallName> = InputOf<(typeof apiRoutes)[Name]>;
export type CallOutput<Name extends CallName> = OutputOf<(typeof apiRoutes)[Name]>;

export interface CallOptions {
  signal?: AbortSignal;
  /** Sent as `X-Order-Token` (D3); never logged. */
  orderToken?: string;
  /** Sent as `Idempotency-Key` (D4). */
  idempotencyKey?: string;
}
