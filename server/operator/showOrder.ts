import { isoTime } from '../../contract/isoTime.ts';
import { sum } from '../../contract/money.ts';
import { listDepositClaims } from '../db/repositories/depositClaims.ts';
import { listAllDeposits } from '../db/repositories/deposits.ts';
import { listLedgerEntries } from '../db/repositories/ledger.ts';
import { findOrder, listLaterOrders, listOrderEvents, type LaterOrder } from '../db/repositories/orders.ts';
import { listOutboxRows } from '../db/repositories/outbox.ts';
import { listSweeps } from '../db/repositories/sweeps.ts';
import { findReservation } from '../db/repositories/treasury.ts';
import type { DepositClaimRow, DepositRow, OrderRow } from '../db/tables/orders.ts';
import type { LedgerEntryTable, OutboxRow } from '../db/tables/payments.ts';
import type { OperatorContext } from './operatorContext.ts';
import { describeItem, listUnresolvedOf } from './unresolved.ts';

/**
 * Returns everything an operator needs to answer a question about an order, as text. It contains no secret that would let the
 * reader act as the customer, and no data about the customer's origin.
 */
export async function showOrder(context: OperatorContext, orderId: string): Promise<string> {
  const { database } = context;
  const order = await findOrder(database, orderId);
  if (!order) return `There is no order ${orderId}.`;
  const deposits = await listAllDeposits(database, orderId);
  const sends = await listOutboxRows(database, orderId);
  const sweeps = await listSweeps(database, orderId);
  const claims = await listDepositClaims(database, orderId);
  const events = await listOrderEvents(database, orderId);
  const entries = await listLedgerEntries(database, orderId);
  const reservation = await findReservation(database, orderId);
  const laterOrders = await listLaterOrders(database, orderId);
  const unresolved = await listUnresolvedOf(context, orderId);
  const reserved = reservation ? [`${reservation.amount} ${reservation.instrument}`] : [];
  return [
    `ORDER ${order.id}  ${order.status}`,
    ...describeOrder(order),
    ...laterOrders.map((later) => describeLater(order, later)),
    ...section(
      'events',
      events.map(({ kind, created_at }) => `${isoTime(created_at)}  ${kind}`),
    ),
    ...section('deposits', deposits.map(describeDeposit)),
    ...section('sends', sends.map(describeSend)),
    ...section(
      'sweeps',
      sweeps.map(({ network, state }) => `${network}: ${state}`),
    ),
    ...section('claims', claims.map(describeClaim)),
    ...section('reserved', reserved),
    ...section('ledger', entries.map(describeEntry)),
    ...section('balance', balances(entries)),
    ...section(
      'unresolved',
      unresolved.map((item) => `${item.kind}: ${describeItem(item)}`),
    ),
  ].join('\n');
}

function describeOrder(order: OrderRow): string[] {
  const { instrument_from: from, instrument_to: to, acceptance, settlement, refund } = order;
  const facts: [string, string | null][] = [
    [
      'exchange',
      `${order.claimed_deposit_amount} ${from} for ${order.amount_to_get} ${to}, ${order.rate_mode}, at ${order.price}`,
    ],
    ['fees', `network ${order.network_fee} ${to}, platform ${order.platform_fee} ${to}`],
    ['created', `${isoTime(order.created_at)}, expires ${isoTime(order.expires_at)}`],
    ['in a block by', order.confirm_by === null ? null : isoTime(order.confirm_by)],
    [
      'decision',
      order.decision_reason &&
        `${order.decision_reason}, deadline ${order.decision_deadline === null ? '?' : isoTime(order.decision_deadline)}`,
    ],
    ['accepted', acceptance && `${acceptance.amount_to_get} ${to} at ${acceptance.price}`],
    ['settled', settlement && `${settlement.amount} ${from} for ${settlement.payout_amount} ${to} at ${settlement.price}`],
    ['refund', refund && `${refund.amount} ${from}, fee ${refund.network_fee}`],
    ['ended', order.ended_at === null ? null : isoTime(order.ended_at)],
    ['watched', `until ${isoTime(order.watch_until)}`],
    [
      'paid to',
      `${formatDestination(order.deposit_address, order.deposit_memo)} on ${order.network_from}, ${order.min_confirmations} confirmations`,
    ],
    ['pays out to', `${formatDestination(order.destination_address, order.destination_memo)} on ${order.network_to}`],
    ['refunds to', order.refund_address === null ? 'no address' : formatDestination(order.refund_address, order.refund_memo)],
    ['e-mail', order.user_email ?? 'none'],
    ['first order', order.first_order_id],
    ['order pass', order.order_token_hash === null ? 'none' : 'the customer has one'],
  ];
  return facts.flatMap(([name, fact]) => (fact === null ? [] : [`  ${name}: ${fact}`]));
}

function describeLater({ instrument_from: from }: OrderRow, { id, claimed_deposit_amount, status }: LaterOrder): string {
  return `  later order: ${id}  ${claimed_deposit_amount} ${from}  ${status}`;
}

function describeDeposit(deposit: DepositRow): string {
  const where =
    deposit.block_height === null ? 'in no block' : `block ${deposit.block_height}, ${deposit.confirmations} confirmations`;
  const money = deposit.booked_at === null ? 'not booked' : `booked ${isoTime(deposit.booked_at)}`;
  const writtenOff =
    deposit.write_off_note === null ? '' : ` (written off ${deposit.times_written_off} times: ${deposit.write_off_note})`;
  const state = (deposit.is_reorged === 1 ? 'reorged out' : `${where}, ${money}`) + writtenOff;
  const refund = deposit.refund_id === null ? '' : `, refunded by ${deposit.refund_id}`;
  const transfer = `${deposit.tx_hash}#${deposit.transfer_index}`;
  return `${deposit.amount} ${deposit.instrument}  ${deposit.role ?? 'undecided'}  ${transfer} on ${deposit.network}, seen ${isoTime(deposit.detected_at)}, ${state}${refund}`;
}

const RETRIED: readonly OutboxRow['state'][] = ['REFUSED', 'PENDING'];

function describeSend(row: OutboxRow): string {
  const state = [row.state, row.reason].filter(Boolean).join(' ');
  const times = [
    `since ${isoTime(row.created_at)}`,
    ...(row.sent_at === null ? [] : [`sent ${isoTime(row.sent_at)}`]),
    ...(row.confirmed_at === null ? [] : [`confirmed ${isoTime(row.confirmed_at)}`]),
    ...(row.arrived_amount === null ? [] : [`${row.arrived_amount} arrived (${row.arrival_note ?? 'not settled'})`]),
    ...(row.overridden_at === null ? [] : [`deposit check overridden ${isoTime(row.overridden_at)}`]),
    ...(row.attempts > 0 && RETRIED.includes(row.state) ? [`${row.attempts} attempts, the next ${isoTime(row.not_before)}`] : []),
  ];
  const hash = row.tx_hash === null ? '' : `  ${row.tx_hash}`;
  return `${row.id}  ${state}  ${row.amount} ${row.instrument} to ${formatDestination(row.to_address, row.memo)}${hash}, ${times.join(', ')}`;
}

function describeClaim(claim: DepositClaimRow): string {
  const decided = claim.decided_at === null ? '' : `, decided ${isoTime(claim.decided_at)}`;
  const state = [claim.state, claim.reason].filter(Boolean).join(' ');
  return `${claim.tx_hash}#${claim.transfer_index}  ${state}  on ${claim.network}, since ${isoTime(claim.created_at)}${decided}`;
}

function describeEntry({ created_at, journal_id, account, amount, instrument }: LedgerEntryTable): string {
  return `${isoTime(created_at)}  ${journal_id}  ${account} ${amount} ${instrument}`;
}

/** Returns the order's balance of each account, without the accounts that are zero. */
function balances(entries: readonly LedgerEntryTable[]): string[] {
  const accounts = Map.groupBy(entries, ({ account, instrument }) => `${account} ${instrument}`);
  return [...accounts].flatMap(([name, lines]) => {
    const total = sum(lines.map(({ amount }) => amount));
    return total === '0' ? [] : [`${name}: ${total}`];
  });
}

const section = (name: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`  ${name}:`, ...lines.map((line) => `    ${line}`)];
const formatDestination = (address: string, memo: string | null): string =>
  memo === null ? address : `${address} (memo ${memo})`;
