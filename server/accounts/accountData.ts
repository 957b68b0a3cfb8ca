import { isoTime } from '../../contract/isoTime.ts';
import type { CashbackLevelName } from '../../contract/schemas/affiliates.ts';
import { OPERATOR_SCOPES, type AccountData } from '../../contract/schemas/users.ts';
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

/** Returns the answer of account-data. The scopes of an operator have no effect without a confirmed e-mail and a second factor (D61). */
export function presentAccountData(account: Account): AccountData {
  const { userId, email, isEmailConfirmed, hasSecondFactor, createdAt, cashbackLevel, openOrders } = account;
  const granted = isEmailConfirmed && hasSecondFactor ? (JSON.parse(account.operatorScopes) as string[]) : [];
  const scopes = OPERATOR_SCOPES.filter((scope) => granted.includes(scope));
  return {
    userId,
    email,
    permissions: scopes.length > 0 ? 'ADMIN' : 'CUSTOMER',
    adminPermissionsScope: { scopes },
    isEmailConfirmed,
    hasSecondFactor,
    createdAt: isoTime(createdAt),
    cashbackLevel: cashbackLevel ?? 'BRONZE',
    openOrders,
  };
}
