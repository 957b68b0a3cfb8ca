import type { Executor } from '../db/database.ts';
import { findActiveCode } from '../db/repositories/earnings/codes.ts';
import type { OrderContext, OrderReferrals } from '../orders/core/context.ts';
import { accrueEarnings, type AccrualOptions } from './accrue.ts';
import { findReferrer } from './codes.ts';
import { signOrigins } from './signedOrigins.ts';
import { signReferral, type Referral } from './signedReferrals.ts';

export interface ReferralOptions extends AccrualOptions {
  database: Executor;
  /** The operator's own referrer in `resources/brand.json`, which is no customer */
  brandAffiliateId: string;
}

/** Creates what registrations need of affiliates. */
export function createAccountReferrals(options: Pick<AccrualOptions, 'signer' | 'now'>) {
  return {
    find: findReferrer,
    sign: async (transaction: Executor, referral: Referral) => await signReferral(options, transaction, referral),
  };
}

/** Creates what the order domain needs of affiliates. */
export function createReferrals(options: ReferralOptions): OrderReferrals {
  return {
    isKnown: async (referrerId) =>
      referrerId === options.brandAffiliateId || (await findActiveCode(options.database, referrerId)) !== undefined,
    onOwned: (transaction, orderIds) => signOrigins(options, transaction, orderIds),
  };
}

/** Creates what books the earnings of an order that completed (`OrderContext.onEnded`). */
export function createEarnings(options: AccrualOptions): OrderContext['onEnded'][number] {
  return async (transaction, { order }) => {
    if (order.status === 'COMPLETED') await accrueEarnings(options, transaction, order);
  };
}
