import { FRESH_FACTOR_MS } from '../../contract/accounts/proofCalls.ts';
import { isoTime } from '../../contract/isoTime.ts';
import type { CashbackLevelName } from '../../contract/schemas/affiliates.ts';
import { effectiveScopes } from '../../contract/accounts/operatorScopes.ts';
import type { AccountData } from '../../contract/schemas/users.ts';
import type { Customer } from './authentication.ts';

/** The signed-in customer of a request, with all that account-data shows. */
export interface Account extends Customer {
  /** When the customer registered, in ms since 1970 */
  createdAt: number;
  /** JSON list, as stored */
  operatorScopes: string;
  /** null: none above the first */
  cashbackLevel: CashbackLevelName | null;
  openOrders: number;
}

/** Returns the answer of account-data, with the operator's scopes that are in effect. */
export function presentAccountData(account: Account): AccountData {
  const { userId, email, isEmailConfirmed, hasSecondFactor, secondFactorAt, createdAt, cashbackLevel, openOrders } = account;
  const scopes = effectiveScopes(account.operatorScopes, account);
  return {
    userId,
    email,
    permissions: scopes.length > 0 ? 'ADMIN' : 'CUSTOMER',
    adminPermissionsScope: { scopes },
    isEmailConfirmed,
    hasSecondFactor,
    ...(secondFactorAt !== null && { provenUntil: isoTime(secondFactorAt + FRESH_FACTOR_MS) }),
    createdAt: isoTime(createdAt),
    cashbackLevel: cashbackLevel ?? 'BRONZE',
    openOrders,
  };
}
