import type { CallName } from './index.ts';

/**
 * The calls of guests: public reads, a new order, and the decisions that an order token proves. Pages of every site may make them, and a
 * partner may sign them.
 */
export const OPEN_CALLS = [
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

/**
 * The calls that a partner may sign with an API key (D49): those of guests, because clients sign every call alike, and the list of the
 * orders that were created with keys. Every other call refuses a signature: keys reach no account.
 */
export const SIGNED_CALLS = [...OPEN_CALLS, 'orders.history'] as const satisfies readonly CallName[];
