import { isoTime } from '../../../contract/isoTime.ts';
import { sum } from '../../../contract/money.ts';
import type { LaterOrder } from '../../db/repositories/orders.ts';
import type { DepositClaimRow, DepositRow } from '../../db/tables/orders.ts';
import type { LedgerEntryTable, OutboxRow, SweepRow } from '../../db/tables/payments.ts';
import type { OrderRecord } from '../orderRecord.ts';
import { formatItem } from './formatUnresolved.ts';

type Order = OrderRecord['order'];

/** Returns an order's record as text. */
export function formatOrder(record: OrderRecord): string {
  const { order, hasOrderPass, deposits, sends, sweeps, claims, events, entries, reservation, laterOrders, unresolved } = record;
  const reserved = reservation ? [`${reservation.amount} ${reservation.instrument}`] : [];
  return [
    `ORDER ${order.id}  ${order.status}`,
    ...describeOrder(order, hasOrderPass),
    ...laterOrders.map((later) => describeLater(order, later)),
    ...section(
      'events',
      events.map(({ kind, created_at }) => `${isoTime(created_at)}  ${kind}`),
    ),
    ...section('deposits', deposits.map(describeDeposit)),
    ...section('sends', sends.map(describeSend)),
    ...section('sweeps', sweeps.map(describeSweep)),
    ...section('claims', claims.map(describeClaim)),
    ...section('reserved', reserved),
    ...section('ledger', entries.map(describeEntry)),
    ...section('balance', balances(entries)),
    ...section(
      'unresolved',
      unresolved.map((item) => `${item.kind}: ${formatItem(item)}`),
    ),
  ].join('\n');
}

function describeOrder(order: Order, hasOrderPass: boolean): string[] {
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
    ['order pass', hasOrderPass ? 'the customer has one' : 'none'],
  ];
  return facts.flatMap(([name, fact]) => (fact === null ? [] : [`  ${name}: ${fact}`]));
}

function describeLater({ instrument_from: from }: Order, { id, claimed_deposit_amount, status }: LaterOrder): string {
  return `  later order: ${id}  ${claimed_deposit_amount} ${from}  ${status}`;
}

function describeDeposit(deposit: DepositRow): string {
  const where =
    deposit.block_height === null ? 'in no block' : `block ${deposit.block_height}, ${deposit.confirmations} confirmations`;
  const money = deposit.booked_at === null ? 'not booked' : `booked ${isoTime(deposit.booked_at)}`;
  const state = deposit.is_reorged === 1 ? 'reorged out' : `${where}, ${money}`;
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

const PLANNED: readonly SweepRow['state'][] = ['DUE', 'GATHERING'];

function describeSweep({ network, state, not_before }: SweepRow): string {
  const isPostponed = PLANNED.includes(state) && not_before > 0;
  return `${network}: ${state}${isPostponed ? `, not planned before ${isoTime(not_before)}` : ''}`;
}

function describeClaim(claim: DepositClaimRow): string {
  const decided = claim.decided_at === null ? '' : `, decided ${isoTime(claim.decided_at)}`;
  const state = [claim.state, claim.reason].filter(Boolean).join(' ');
  return `${claim.tx_hash}#${claim.transfer_index}  ${state}  on ${claim.network}, since ${isoTime(claim.created_at)}${decided}`;
}

export function describeEntry({ created_at, journal_id, account, amount, instrument }: LedgerEntryTable): string {
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
