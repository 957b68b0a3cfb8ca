import { ApiError } from '../../../contract/errors.ts';
import { PURCHASE_OPEN_MS } from '../../../contract/fiat/cardPurchase.ts';
import { compare, isPositive, type Decimal } from '../../../contract/money.ts';
import type { CloseAccountInput, Closing } from '../../../contract/schemas/accountEnd.ts';
import { EARNINGS_INSTRUMENT, type AffiliateRules } from '../../affiliates/affiliateRules.ts';
import type { Executor } from '../../db/database.ts';
import { eraseAccount, hasOpenOrder, hasOpenWithdrawal, wasUsed } from '../../db/repositories/accounts/accountData.ts';
import { hasOpenPurchase } from '../../db/repositories/fiat/purchaseHistory.ts';
import { queueMessengerNotice } from '../../db/repositories/accounts/messengerQueue.ts';
import { changeCustomerBalance, readCustomerBalance } from '../../db/repositories/accounts/customerBalances.ts';
import { findFrozenUntil, findUser, lockUserForClosing, updateUser } from '../../db/repositories/accounts/users.ts';
import type { UserRow } from '../../db/tables/accounts.ts';
import { queueAccountMail } from '../../mail/accountMail.ts';
import { negate, post } from '../../payments/ledger.ts';
import { accrualLines, forfeitJournalId } from '../../affiliates/earningBooks.ts';
import type { AccountContext, Client } from '../context.ts';
import { confirmPassword } from '../passwordChanges.ts';

export interface ClosingOptions extends Pick<AccountContext, 'database' | 'passwords' | 'now'> {
  /** In USDT */
  rules: Pick<AffiliateRules, 'minimumWithdrawal'>;
}

/** Who closes the account, and from where. */
export interface ClosingCustomer {
  userId: number;
  client: Client;
}

/** Returns what a customer loses by closing the account, and what prevents it (D60). */
export async function readClosing(options: ClosingOptions, executor: Executor, userId: number): Promise<Closing> {
  const { rules, now } = options;
  const { minimumWithdrawal } = rules;
  const balance = await readCustomerBalance(executor, userId, EARNINGS_INSTRUMENT);
  const obstacles: Closing['obstacles'] = [];
  const canWithdraw = compare(balance, minimumWithdrawal) >= 0;
  if (canWithdraw) obstacles.push('BALANCE');
  if (await hasOpenWithdrawal(executor, userId)) obstacles.push('WITHDRAWAL');
  const hasPurchase = await hasOpenPurchase(executor, userId, now() - PURCHASE_OPEN_MS);
  if (hasPurchase || (await hasOpenOrder(executor, userId, now()))) obstacles.push('ORDER');
  if ((await findFrozenUntil(executor, userId, now())) !== null) obstacles.push('FROZEN');
  const hasPassword = (await findUser(executor, userId))?.password_hash !== null;
  return { forfeited: canWithdraw ? '0' : balance, minimumWithdrawal, obstacles, ...(!hasPassword && { needsPassword: false }) };
}

/**
 * Closes an account (D60): forfeits a balance that is too small to withdraw, frees the e-mail, ends all sessions, and deletes
 * credentials and personal data. The ledger stays.
 *
 * @throws ERR_INVALID_CREDENTIALS for a wrong password, ERR_TOO_MANY_REQUESTS after several, ERR_NOT_ACCEPTABLE with the current
 * {@link Closing} if something prevents it or another amount would be forfeited
 */
export async function closeAccount(
  options: ClosingOptions,
  { userId, client }: ClosingCustomer,
  { password, forfeited }: CloseAccountInput,
): Promise<void> {
  const { database, now } = options;
  const user = await confirmPassword(options, userId, { password, field: 'password' }, client);
  await database.transaction().execute(async (transaction) => {
    await lockUserForClosing(transaction, userId);
    const closing = await readClosing(options, transaction, userId);
    if (closing.obstacles.length > 0 || compare(closing.forfeited, forfeited) !== 0) throw notClosable(closing);
    await forfeit(transaction, userId, forfeited, now(), closing);
    if (user.email === null) await queueMessengerNotice(transaction, { userId, kind: 'ACCOUNT_CLOSED', now: now() });
    await eraseAccount(transaction, userId, now());
    await emptyUser(transaction, user, now());
    if (user.email === null) return;
    await queueAccountMail(transaction, {
      kind: 'ACCOUNT_CLOSED',
      data: { forfeited: isPositive(forfeited) ? forfeited : null },
      userId,
      origin: client.origin,
      to: user.email,
      now: now(),
    });
  });
}

/**
 * Closes the account that the first start of the mini-app created, if its owner never used it, so that the messenger can sign in to another
 * one (D64). Returns false without any change if it has an e-mail, or was used or frozen.
 */
export async function closeUnusedAccount(transaction: Executor, userId: number, at: number): Promise<boolean> {
  const user = await lockUserForClosing(transaction, userId);
  if (!user || [user.email, user.pending_email, user.password_hash, user.frozen_until].some((value) => value !== null))
    return false;
  if (user.operator_scopes !== '[]' || (await wasUsed(transaction, userId))) return false;
  await eraseAccount(transaction, userId, at);
  await emptyUser(transaction, user, at);
  return true;
}

/** Books the balance as income: it reverses the cost of the earnings. */
async function forfeit(transaction: Executor, userId: number, amount: Decimal, at: number, closing: Closing): Promise<void> {
  // An accrual or a withdrawal at the same time changes the balance: the customer did not agree to that amount.
  const left = await changeCustomerBalance(transaction, userId, EARNINGS_INSTRUMENT, negate(amount));
  if (left === null || isPositive(left)) throw notClosable(closing);
  if (!isPositive(amount)) return;
  const lines = accrualLines({ instrument: EARNINGS_INSTRUMENT, amount: negate(amount), user_id: userId });
  await post(transaction, { id: forfeitJournalId(userId), kind: 'FORFEIT', at, lines });
}

async function emptyUser(transaction: Executor, user: UserRow, at: number): Promise<void> {
  const isEmptied = await updateUser(transaction, user, {
    email: null,
    email_key: null,
    password_hash: null,
    has_second_factor: 0,
    operator_scopes: '[]',
    pending_email: null,
    referrer_user_id: null,
    referrer_code: null,
    closed_at: at,
  });
  if (!isEmptied) throw new ApiError('ERR_NOT_ACCEPTABLE', 'Your account changed at the same time. Try again.');
}

function notClosable(closing: Closing): ApiError {
  return new ApiError('ERR_NOT_ACCEPTABLE', 'Your account can’t be closed like this. Check what is still open.', { closing });
}
