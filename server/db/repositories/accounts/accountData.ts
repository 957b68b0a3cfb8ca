import type { Executor } from '../../database.ts';
import { stopLookUps } from '../fiat/cardPurchases.ts';
import { eraseIdentity } from '../identity/submissions.ts';
import { deleteReferralsBy } from '../earnings/referrals.ts';
import { listWithdrawalAmounts } from './withdrawals.ts';

type Row = Record<string, unknown>;

/** Records of one kind. More would take so long that other customers wait. */
export const MOST_EXPORTED = 1_000;

/**
 * Returns what is stored about a customer, by kind, the newest first: one record more than `MOST_EXPORTED` says that older ones are
 * left out. Each column is named here, so that a new one, which may be a secret, is not
 * exported before somebody decides so.
 */
export async function readAccountData(executor: Executor, userId: number): Promise<Record<string, Row[]>> {
  const account = await executor
    .selectFrom('users')
    .select(['id', 'email', 'locale', 'email_confirmed_at', 'pending_email', 'has_second_factor', 'referrer_code'])
    .select(['operator_scopes', 'created_at', 'password_changed_at', 'credentials_changed_at'])
    .where('id', '=', userId)
    .execute();
  const sessions = await executor
    .selectFrom('sessions')
    .select(['id', 'kind', 'browser', 'system', 'client_address', 'browser_fingerprint', 'is_new_device'])
    .select(['created_at', 'last_used_at', 'expires_at', 'second_factor_at', 'ended_at', 'end_reason'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(MOST_EXPORTED + 1)
    .execute();
  const passkeys = await executor
    .selectFrom('passkeys')
    .select(['id', 'name', 'relying_party', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(MOST_EXPORTED + 1)
    .execute();
  const authenticatorApps = await executor
    .selectFrom('totp_secrets')
    .select(['created_at', 'enabled_at'])
    .where('user_id', '=', userId)
    .execute();
  const recoveryCodes = await executor.selectFrom('recovery_codes').select('used_at').where('user_id', '=', userId).execute();
  const apiKeys = await executor
    .selectFrom('api_keys')
    .select(['id', 'name', 'white_list', 'is_active', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(MOST_EXPORTED + 1)
    .execute();
  const mails = await executor
    .selectFrom('account_mails')
    .select(['kind', 'to_address', 'locale', 'state', 'created_at', 'sent_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(MOST_EXPORTED + 1)
    .execute();
  const messengerAccounts = await executor
    .selectFrom('messenger_accounts')
    .select(['messenger_id', 'can_write', 'linked_at'])
    .where('user_id', '=', userId)
    .execute();
  const verifications = await executor
    .selectFrom('identity_submissions')
    .select(['status', 'attempt', 'rejected', 'is_final', 'valid_until', 'created_at', 'submitted_at', 'decided_at'])
    .where('user_id', '=', userId)
    .execute();
  const cardPurchases = await executor
    .selectFrom('card_purchases')
    .select(['id', 'status', 'status_at', 'end_reason', 'currency', 'amount', 'instrument', 'amount_to_get', 'price', 'fees'])
    .select(['destination_address', 'tx_hash', 'reference', 'card_ending', 'client_address', 'locale', 'origin'])
    .select(['terms_version', 'consented_at', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(MOST_EXPORTED + 1)
    .execute();
  const cardProviderAccounts = await executor
    .selectFrom('provider_accounts')
    .select(['email', 'terms_version', 'consented_at'])
    .where('user_id', '=', userId)
    .execute();
  const earnings = await readEarnings(executor, userId);
  return {
    account,
    sessions,
    passkeys,
    authenticatorApps,
    recoveryCodes,
    apiKeys,
    mails,
    messengerAccounts,
    verifications,
    cardPurchases,
    cardProviderAccounts,
    ...earnings,
  };
}

async function readEarnings(executor: Executor, userId: number): Promise<Record<string, Row[]>> {
  const orders = await executor
    .selectFrom('order_owners')
    .innerJoin('orders', 'orders.id', 'order_owners.order_id')
    .leftJoin('order_origins', 'order_origins.order_id', 'orders.id')
    .select(['orders.id', 'order_owners.source', 'order_owners.api_key_id', 'orders.status', 'orders.rate_mode'])
    .select(['orders.instrument_from', 'orders.instrument_to', 'orders.destination_address', 'orders.destination_memo'])
    .select(['orders.refund_address', 'orders.refund_memo', 'orders.user_email', 'orders.deposit_address'])
    .select(['orders.claimed_deposit_amount', 'orders.price', 'orders.amount_to_get', 'orders.platform_fee'])
    .select(['orders.network_fee', 'orders.created_at', 'orders.first_deposit_at', 'orders.ended_at'])
    .select(['order_origins.referrer_id', 'order_origins.utm_data', 'order_origins.browser_fingerprint'])
    .select(['order_origins.client_address'])
    .where('order_owners.user_id', '=', userId)
    .orderBy('order_owners.created_at', 'desc')
    .limit(MOST_EXPORTED + 1)
    .execute();
  const balances = await executor
    .selectFrom('customer_balances')
    .select(['instrument', 'amount'])
    .where('user_id', '=', userId)
    .execute();
  const accruals = await executor
    .selectFrom('accruals')
    .select(['id', 'kind', 'code', 'instrument', 'amount', 'fee', 'percent', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(MOST_EXPORTED + 1)
    .execute();
  const withdrawals = await executor
    .selectFrom('withdrawals')
    .select(['id', 'instrument', 'amount', 'network_fee', 'to_address', 'wait_until', 'wait_reasons', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(MOST_EXPORTED + 1)
    .execute();
  const affiliateCodes = await executor
    .selectFrom('affiliate_codes')
    .select(['code', 'name', 'is_main', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(MOST_EXPORTED + 1)
    .execute();
  const affiliateDays = await executor
    .selectFrom('affiliate_days')
    .select(['code', 'day', 'clicks', 'orders', 'earned'])
    .where('user_id', '=', userId)
    .orderBy('day', 'desc')
    .limit(MOST_EXPORTED + 1)
    .execute();
  const cashbackDays = await executor
    .selectFrom('cashback_days')
    .select(['day', 'orders', 'volume', 'earned'])
    .where('user_id', '=', userId)
    .orderBy('day', 'desc')
    .limit(MOST_EXPORTED + 1)
    .execute();
  const cashbackLevels = await executor
    .selectFrom('cashback_levels')
    .select(['level', 'reached_at'])
    .where('user_id', '=', userId)
    .execute();
  return { orders, balances, accruals, withdrawals, affiliateCodes, affiliateDays, cashbackDays, cashbackLevels };
}

/** Returns whether a withdrawal of the customer can still be sent, or has not arrived. */
export async function hasOpenWithdrawal(executor: Executor, userId: number): Promise<boolean> {
  const all = await listWithdrawalAmounts(executor, userId);
  return all.some(({ state }) => state !== 'CONFIRMED' && state !== 'CANCELLED');
}

/** Tables with a customer's records that nobody needs once the account is closed. The ledger and what it refers to stay. */
const ERASED = [
  'api_keys',
  'totp_secrets',
  'passkeys',
  'recovery_codes',
  'account_codes',
  'affiliate_codes',
  'account_mails',
  'order_owners',
  'referrals',
  'messenger_accounts',
  'provider_accounts',
] as const;

/** Deletes a customer's credentials, codes, mails and the link to orders, and empties the sessions and ends them. */
export async function eraseAccount(executor: Executor, userId: number, now: number): Promise<void> {
  await eraseIdentity(executor, userId, now);
  await stopLookUps(executor, userId);
  for (const table of ERASED) await executor.deleteFrom(table).where('user_id', '=', userId).execute();
  await executor.updateTable('orders').set({ customer_id: null }).where('customer_id', '=', userId).execute();
  // Customers that this one brought earn it nothing any more.
  await deleteReferralsBy(executor, userId);
  await executor
    .updateTable('users')
    .set({ referrer_user_id: null, referrer_code: null })
    .where('referrer_user_id', '=', userId)
    .execute();
  await executor
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'CLOSED' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
  await executor
    .updateTable('sessions')
    .set({ browser: null, system: null, client_address: null, browser_fingerprint: null })
    .where('user_id', '=', userId)
    .execute();
}

/** What an account has that was ever used for anything */
const RECORDS = [
  'order_owners',
  'customer_balances',
  'withdrawals',
  'api_keys',
  'affiliate_days',
  'passkeys',
  'totp_secrets',
  'identity_submissions',
  'card_purchases',
] as const;

/** Returns whether an account was ever used: for orders, card purchases, earnings, withdrawals, API keys, a second factor, or to bring others. */
export async function wasUsed(executor: Executor, userId: number): Promise<boolean> {
  for (const table of RECORDS) {
    const record = executor.selectFrom(table).select('user_id').where('user_id', '=', userId).limit(1);
    if (await record.executeTakeFirst()) return true;
  }
  const brought = executor.selectFrom('users').select('id').where('referrer_user_id', '=', userId).limit(1);
  return (await brought.executeTakeFirst()) !== undefined;
}

/** Returns whether an order of the customer holds money, or can still be paid. */
export async function hasOpenOrder(executor: Executor, userId: number, now: number): Promise<boolean> {
  const row = await executor
    .selectFrom('order_owners')
    .innerJoin('orders', 'orders.id', 'order_owners.order_id')
    .select('orders.id')
    .where('order_owners.user_id', '=', userId)
    .where('orders.ended_at', 'is', null)
    .where((where) => where.or([where('orders.first_deposit_at', 'is not', null), where('orders.expires_at', '>', now)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
