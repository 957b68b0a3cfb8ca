import type {
  ConsoleCustomer,
  ConsoleDeposit,
  ConsoleNote,
  ConsoleOrder,
  ConsoleWithdrawal,
} from '../../contract/console/orders.ts';
import { ApiError } from '../../contract/errors.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { parseScopes } from '../../contract/accounts/operatorScopes.ts';
import { describeDevice } from '../accounts/device.ts';
import { listApiKeys } from '../db/repositories/accounts/apiKeys.ts';
import { listSessions } from '../db/repositories/accounts/sessions.ts';
import { findUser } from '../db/repositories/accounts/users.ts';
import { listWithdrawalsOf } from '../db/repositories/accounts/withdrawals.ts';
import {
  listCustomerBalances,
  listLastOrdersOf,
  listOrderMails,
  listPartnerKeyIds,
} from '../db/repositories/operator/consoleRecords.ts';
import { listSwitchesInEffect } from '../health/switchesInEffect.ts';
import { listActionsOf } from '../db/repositories/operatorActions.ts';
import type { TransferFees } from '../db/repositories/unresolved.ts';
import type { DepositRow } from '../db/tables/orders.ts';
import type { LedgerEntryTable } from '../db/tables/payments.ts';
import { nameOf, type ActionRecord } from '../guarantee/records.ts';
import { noteSubject } from '../operator/acts/notes.ts';
import { readOrderRecord } from '../operator/orderRecord.ts';
import { readWithdrawalRecord } from '../operator/withdrawalRecord.ts';
import type { ConsoleContext } from './context.ts';
import { presentPayment, timeOrNull } from './payments.ts';
import { actsForPayment, offer, presentItem, refundOffer, transferOf } from './waiting.ts';

const LISTED = 20;

/** Returns everything about an order. Throws ERR_NOT_FOUND. */
export async function readConsoleOrder(context: ConsoleContext, orderId: string, fees: TransferFees): Promise<ConsoleOrder> {
  const record = await readOrderRecord(context, orderId, fees);
  if (!record) throw notFound('order');
  const { order, reservation, sends } = record;
  const { settlement } = order;
  return {
    orderId: order.id,
    status: order.status,
    rateMode: order.rate_mode,
    customerId: order.customer_id,
    email: order.user_email,
    instrumentFrom: order.instrument_from,
    networkFrom: order.network_from,
    instrumentTo: order.instrument_to,
    networkTo: order.network_to,
    claimedAmount: order.claimed_deposit_amount,
    amountToGet: order.amount_to_get,
    price: order.price,
    marketPrice: order.market_price,
    platformFee: order.platform_fee,
    networkFee: order.network_fee,
    depositAddress: order.deposit_address,
    depositMemo: order.deposit_memo,
    destinationAddress: order.destination_address,
    destinationMemo: order.destination_memo,
    refundAddress: order.refund_address,
    refundMemo: order.refund_memo,
    hasOrderPass: record.hasOrderPass,
    decisionReason: order.decision_reason,
    decisionDeadline: timeOrNull(order.decision_deadline),
    createdAt: isoTime(order.created_at),
    expiresAt: isoTime(order.expires_at),
    endedAt: timeOrNull(order.ended_at),
    watchUntil: isoTime(order.watch_until),
    firstOrderId: order.first_order_id,
    laterOrders: record.laterOrders.map(({ id }) => id),
    reserved: reservation ? { instrument: reservation.instrument, amount: reservation.amount } : null,
    settlement: settlement && {
      settledAt: isoTime(settlement.settled_at),
      amount: settlement.amount,
      price: settlement.price,
      marketPrice: settlement.market_price,
      payoutAmount: settlement.payout_amount,
      platformFee: settlement.platform_fee,
      networkFee: settlement.network_fee,
    },
    events: record.events.map(({ kind, created_at }) => ({ kind, at: isoTime(created_at) })),
    deposits: record.deposits.map((deposit) => presentDeposit(context, deposit)),
    sends: sends.map((send) => presentPayment(context, send)),
    sweeps: record.sweeps.map(({ network, state }) => ({ network, state })),
    claims: record.claims.map((claim) => ({
      transfer: transferOf(claim),
      network: claim.network,
      state: claim.state,
      reason: claim.reason,
      at: isoTime(claim.created_at),
    })),
    ledger: record.entries.map(presentEntry),
    mails: (await listOrderMails(context.database, orderId)).map(({ kind, state, created_at }) => ({
      kind,
      state,
      at: isoTime(created_at),
    })),
    notes: await listNotes(context, orderId),
    waiting: record.unresolved.map(presentItem),
    acts: [
      ...sends.flatMap((send) => actsForPayment(send)),
      refundOffer(order.id),
      offer('find', { orderId: order.id }, ['fromBlock', 'network']),
      offer('note', { target: order.id }, ['text']),
    ],
  };
}

/** Returns everything about a withdrawal, by the id of its send. Throws ERR_NOT_FOUND. */
export async function readConsoleWithdrawal(context: ConsoleContext, sendId: string): Promise<ConsoleWithdrawal> {
  const record = await readWithdrawalRecord(context, sendId);
  if (!record) throw notFound('withdrawal');
  const { withdrawal, send, entries } = record;
  return {
    withdrawalId: withdrawal.id,
    customerId: withdrawal.user_id,
    instrument: withdrawal.instrument,
    amount: withdrawal.amount,
    networkFee: withdrawal.network_fee,
    address: withdrawal.to_address,
    waitUntil: timeOrNull(withdrawal.wait_until),
    waitReasons: JSON.parse(withdrawal.wait_reasons),
    delayedAt: timeOrNull(withdrawal.delayed_at),
    askedAt: timeOrNull(withdrawal.asked_at),
    createdAt: isoTime(withdrawal.created_at),
    send: presentPayment(context, send),
    ledger: entries.map(presentEntry),
    acts: actsForPayment(send),
  };
}

/** Returns a customer. Throws ERR_NOT_FOUND. */
export async function readConsoleCustomer(context: ConsoleContext, userId: number): Promise<ConsoleCustomer> {
  const { database, now } = context;
  const user = await findUser(database, userId);
  if (!user) throw notFound('customer');
  const keys = await listApiKeys(database, userId);
  const partners = await listPartnerKeyIds(
    database,
    keys.map(({ id }) => id),
  );
  const frozenByOperator = (await listSwitchesInEffect(context)).some(
    ({ target, slug }) => target === 'CUSTOMER' && slug === String(userId),
  );
  const isFrozen = user.frozen_until !== null && user.frozen_until > now();
  return {
    customerId: user.id,
    email: user.email,
    isEmailConfirmed: user.email_confirmed_at !== null,
    hasSecondFactor: user.has_second_factor === 1,
    locale: user.locale,
    createdAt: isoTime(user.created_at),
    closedAt: timeOrNull(user.closed_at),
    frozenUntil: isFrozen ? timeOrNull(user.frozen_until) : null,
    frozenByOperator,
    scopes: parseScopes(user.operator_scopes),
    sessions: (await listSessions(database, userId, now())).map((session) => ({
      ...describeDevice(session),
      kind: session.kind,
      createdAt: isoTime(session.created_at),
      lastUsedAt: isoTime(session.last_used_at),
    })),
    apiKeys: keys.map(({ id, name, is_active, last_used_at }) => ({
      apiKeyId: id,
      name,
      isActive: is_active === 1,
      isPartner: partners.has(id),
      lastUsedAt: timeOrNull(last_used_at),
    })),
    balances: await listCustomerBalances(database, userId),
    withdrawals: (await listWithdrawalsOf(database, userId, LISTED)).map(({ send }) => presentPayment(context, send)),
    orders: (await listLastOrdersOf(database, userId, LISTED)).map((order) => ({
      orderId: order.id,
      status: order.status,
      instrumentFrom: order.instrument_from,
      instrumentTo: order.instrument_to,
      claimedAmount: order.claimed_deposit_amount,
      createdAt: isoTime(order.created_at),
    })),
    notes: await listNotes(context, `customer ${userId}`),
    acts: [
      frozenByOperator ? offer('unfreeze', { userId }) : offer('freeze', { userId }),
      offer('end-sessions', { userId }),
      offer('note', { target: `customer ${userId}` }, ['text']),
    ],
  };
}

export function presentDeposit({ gateways }: Pick<ConsoleContext, 'gateways'>, deposit: DepositRow): ConsoleDeposit {
  return {
    transfer: transferOf(deposit),
    explorerUrl: gateways.get(deposit.network)?.transactionUrl(deposit.tx_hash) ?? null,
    network: deposit.network,
    instrument: deposit.instrument,
    amount: deposit.amount,
    memo: deposit.memo,
    role: deposit.role,
    state: stateOf(deposit),
    confirmations: deposit.confirmations,
    detectedAt: isoTime(deposit.detected_at),
    bookedAt: timeOrNull(deposit.booked_at),
    refundAddress: deposit.refund_address,
  };
}

function stateOf({ is_reorged, booked_at, block_height }: DepositRow): string {
  if (is_reorged === 1) return 'REORGED';
  if (booked_at !== null) return 'BOOKED';
  return block_height === null ? 'SEEN' : 'IN_BLOCK';
}

function presentEntry({ journal_id, kind, account, instrument, amount, created_at }: LedgerEntryTable) {
  return { journalId: journal_id, kind, account, instrument, amount, at: isoTime(created_at) };
}

/** Notes are acts: the audit has them. */
async function listNotes({ database }: ConsoleContext, target: string): Promise<ConsoleNote[]> {
  return (await listActionsOf(database, noteSubject(target))).map(({ document }) => {
    const { actor, at, effect } = JSON.parse(document) as ActionRecord & { effect: { text: string } };
    return { by: nameOf(actor), at, text: effect.text };
  });
}

const notFound = (what: string): ApiError => new ApiError('ERR_NOT_FOUND', `There is no such ${what}.`);
