import { sql } from 'kysely';
import type { Executor } from '../../database.ts';
import type { ApiKeyRow } from '../../tables/apiKeys.ts';
import type { OrderNotificationRow } from '../../tables/mail.ts';
import type { DepositClaimRow, DepositRow, OrderTable } from '../../tables/orders.ts';
import type { Decimal } from '../../../../contract/money.ts';

/** Returns the notifications of an order to all its subscribers, oldest first. */
export async function listOrderMails(
  executor: Executor,
  orderId: string,
): Promise<Pick<OrderNotificationRow, 'kind' | 'state' | 'created_at'>[]> {
  return await executor
    .selectFrom('order_notifications')
    .innerJoin('mail_subscriptions', 'mail_subscriptions.id', 'order_notifications.subscription_id')
    .select(['order_notifications.kind', 'order_notifications.state', 'order_notifications.created_at'])
    .where('mail_subscriptions.order_id', '=', orderId)
    .orderBy('order_notifications.created_at')
    .execute();
}

/** Returns the balances of a customer. */
export async function listCustomerBalances(
  executor: Executor,
  userId: number,
): Promise<{ instrument: string; amount: Decimal }[]> {
  return await executor
    .selectFrom('customer_balances')
    .select(['instrument', 'amount'])
    .where('user_id', '=', userId)
    .orderBy('instrument')
    .execute();
}

/** Returns the newest orders of a customer. */
export async function listLastOrdersOf(
  executor: Executor,
  userId: number,
  limit: number,
): Promise<Pick<OrderTable, 'id' | 'status' | 'instrument_from' | 'instrument_to' | 'claimed_deposit_amount' | 'created_at'>[]> {
  return await executor
    .selectFrom('orders')
    .select(['id', 'status', 'instrument_from', 'instrument_to', 'claimed_deposit_amount', 'created_at'])
    .where('customer_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}

/** Returns which of these API keys are partners' keys. */
export async function listPartnerKeyIds(executor: Executor, ids: readonly ApiKeyRow['id'][]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await executor.selectFrom('partner_keys').select('api_key_id').where('api_key_id', 'in', ids).execute();
  return new Set(rows.map((row) => row.api_key_id));
}

/** An order that may have awaited a deposit */
export type AwaitingOrder = Pick<
  OrderTable,
  'id' | 'status' | 'claimed_deposit_amount' | 'deposit_memo' | 'deposit_address_key' | 'created_at'
>;

/** Returns the orders that awaited a coin around a time, the newest first. */
export async function listAwaitingOrders(
  executor: Executor,
  { instrument, network, from, to, limit }: { instrument: string; network: string; from: number; to: number; limit: number },
): Promise<AwaitingOrder[]> {
  return await executor
    .selectFrom('orders')
    .select(['id', 'status', 'claimed_deposit_amount', 'deposit_memo', 'deposit_address_key', 'created_at'])
    .where('network_from', '=', network)
    .where('instrument_from', '=', instrument)
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .where('first_deposit_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}

/** Returns the claims of one transfer. */
export async function listClaimsOfDeposit(
  executor: Executor,
  { network, tx_hash, transfer_index }: Pick<DepositRow, 'network' | 'tx_hash' | 'transfer_index'>,
): Promise<DepositClaimRow[]> {
  return await executor
    .selectFrom('deposit_claims')
    .selectAll()
    .where('network', '=', network)
    .where('tx_hash', '=', tx_hash)
    .where('transfer_index', '=', transfer_index)
    .execute();
}

/** Returns what was paid to customers of each coin since a time, in USD-free amounts: one row per payment. */
export async function listPaidSince(executor: Executor, since: number): Promise<{ instrument: string; amount: Decimal }[]> {
  return await executor
    .selectFrom('outbox')
    .select(['instrument', 'amount'])
    .where('state', '=', 'CONFIRMED')
    .where('kind', 'in', sql<'PAYOUT'>`('PAYOUT', 'REFUND', 'WITHDRAWAL')`)
    .where('created_at', '>', since)
    .execute();
}
