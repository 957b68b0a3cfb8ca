import type { CallName } from './index.ts';

/**
 * The calls that a partner may sign with an API key (D49): orders, and all public reads, because clients sign every call alike. Every
 * other call refuses a signature: keys reach no account.
 */
export const SIGNED_CALLS = [
  'orders.create',
  'orders.publicInfo',
  'orders.refundInfo',
  'orders.setEmail',
  'orders.requestRefund',
  'orders.acceptRateModeChange',
  'orders.finishDeposit',
  'orders.claimDeposit',
  'orders.latest',
  'rates.one',
  'rates.recommendedAmount',
  'rates.history',
  'instruments.list',
  'instruments.validateAddress',
  'pairs.list',
  'pairs.default',
  'affiliates.program',
  'service.health',
  'service.stats',
  'service.status',
  'service.fees',
  'service.keys',
] as const satisfies readonly CallName[];
