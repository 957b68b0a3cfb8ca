import { accountEndRoutes } from './accountEnd.ts';
import { accountFreezeRoutes } from './accountFreeze.ts';
import { apiKeyRoutes } from './apiKeys.ts';
import { affiliateRoutes } from './affiliates.ts';
import { contentRoutes } from './content.ts';
import { desktopSignInRoutes } from './desktopSignIn.ts';
import { fiatRoutes } from './fiat.ts';
import { historyRoutes } from './history.ts';
import { identityRoutes } from './identity.ts';
import { messengerRoutes } from './messenger.ts';
import { pageCalls } from './pageCalls.ts';
import type { InputOf, OutputOf } from './route.ts';
import { sandboxRoutes } from './sandbox.ts';
import { secondFactorRoutes } from './secondFactor.ts';
import { userRoutes } from './users.ts';
import { withdrawalRoutes } from './withdrawals.ts';

/**
 * All API calls by name. Client and server share these types, so a mismatch does not compile. Pages load this table with the first
 * call that `pageCalls.ts` does not have.
 */
export const apiRoutes = {
  ...pageCalls,
  ...historyRoutes,
  ...userRoutes,
  ...messengerRoutes,
  ...secondFactorRoutes,
  ...desktopSignInRoutes,
  ...accountEndRoutes,
  ...accountFreezeRoutes,
  ...apiKeyRoutes,
  ...affiliateRoutes,
  ...withdrawalRoutes,
  ...fiatRoutes,
  ...sandboxRoutes,
  ...contentRoutes,
  ...identityRoutes,
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
