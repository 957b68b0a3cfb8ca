import { compare, type Decimal } from '../../contract/money.ts';
import { listHeldDepositClaims } from '../db/repositories/depositClaims.ts';
import { countNobodysDeposits, listDepositsOfOrders } from '../db/repositories/deposits.ts';
import { listOrdersIn } from '../db/repositories/orders.ts';
import { listOverdueSends, listWaitingSends } from '../db/repositories/outbox.ts';
import type { DepositClaimRow, DepositRow, OrderRow, OutboxRow } from '../db/tables/orders.ts';
import { TRIES_UNTOLD } from './attention.ts';
import { isBooked, ownDeposits, totalOf } from './depositRules.ts';
import { DEPOSIT_GONE } from './depositStanding.ts';
import type { OperatorContext } from './operator.ts';
import { listStrandedExtras, transferFees } from './strandedExtras.ts';

/**
 * What may wait for a person: one list for `npm run operator -- list` and for the metrics. docs/operator.md says of each what is
 * to be done. What moves by itself is not among them, but for REFUSED and PENDING, which are tried again and may go on for ever.
 */
export const WAITING_KINDS = [
  'HELD',
  'FAILED',
  'DEPOSIT_GONE',
  'REFUSED',
  'PENDING',
  'CLAIM',
  'QUESTION',
  'DUST',
  'REFUND_BLOCKED',
  'EXTRA',
  'CRUMBS',
  'UNCLAIMED',
] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

export interface Waiting {
  kind: WaitingKind;
  /** null for what is only counted */
  orderId: string | null;
  what: string;
  /** The command to use next, without `npm run operator --`; null where time or the customer does it */
  next: string | null;
  count: number;
  /** Milliseconds since 1970; null where nobody keeps it */
  since: number | null;
}

const ORDERS_AT_ONCE = 200;
/** Due for so long and not tried once: its network has no connection any more. */
const UNTRIED_MS = 3_600_000;

/** All that waits, kind by kind, the longest waiting first. Reads what waits only, however many orders there were. */
export async function readWaiting(context: OperatorContext): Promise<Waiting[]> {
  const { database, catalogue, now } = context;
  const overdue = await listOverdueSends(database, [...catalogue.networks.keys()], TRIES_UNTOLD, now() - UNTRIED_MS);
  const found = [
    ...[...(await listWaitingSends(database)), ...overdue].map((row) => waitingSend(context, row)),
    ...(await listHeldDepositClaims(database)).map(waitingClaim),
    ...(await waitingOrders(context)),
    ...(await waitingExtras(context)),
    ...(await unclaimed(context)),
  ];
  const place = ({ kind }: Waiting): number => WAITING_KINDS.indexOf(kind);
  return found.toSorted((one, other) => place(one) - place(other) || (one.since ?? 0) - (other.since ?? 0));
}

const SEND_KINDS = ['HELD', 'FAILED', 'REFUSED', 'PENDING'] as const;

function waitingSend({ gateways }: OperatorContext, row: OutboxRow): Waiting {
  const value = row.usd_value === null ? 'value unknown' : `about ${row.usd_value} USD`;
  const isGone = row.state === 'REFUSED' && row.reason === DEPOSIT_GONE;
  const kind = isGone ? 'DEPOSIT_GONE' : (SEND_KINDS.find((one) => one === row.state) ?? 'REFUSED');
  const isConnected = gateways.has(row.network);
  const isUntried = row.state === 'PENDING' && row.attempts === 0;
  // Then no command sends it: the network has to be connected again, or the host to run.
  const trouble = isConnected ? (isUntried ? ', not tried once' : '') : `, ${row.network} is not connected`;
  const retry = isConnected && !isUntried ? `retry ${row.id}` : null;
  const next = {
    HELD: `release ${row.id}`,
    FAILED: retry,
    DEPOSIT_GONE: `gone ${row.order_id} NOTE`,
    REFUSED: retry,
    PENDING: retry,
  }[kind];
  const to = row.memo === null ? row.to_address : `${row.to_address} (memo ${row.memo})`;
  const what = `${row.id}  ${row.state} ${row.reason ?? ''}  ${row.amount} ${row.instrument} (${value}) to ${to}${trouble}`;
  return { kind, orderId: row.order_id, what, next, count: 1, since: row.created_at };
}

function waitingClaim({ order_id: orderId, ...claim }: DepositClaimRow): Waiting {
  const transfer = `${claim.tx_hash}#${claim.transfer_index}`;
  const what = `CLAIM ${transfer} ${orderId}  ${claim.reason ?? ''}  on ${claim.network}`;
  return { kind: 'CLAIM', orderId, what, next: `attribute ${transfer} ${orderId}`, count: 1, since: claim.created_at };
}

/**
 * Orders that hold their own deposit and go nowhere: the question is over and nobody named an address, or the network's fee
 * would eat it. Where nobody knows what a transfer costs, all that nobody named an address for are named.
 */
async function waitingOrders(context: OperatorContext): Promise<Waiting[]> {
  const { database, now } = context;
  const asking = await listOrdersIn(database, 'DECISION_NEEDED');
  const over = asking.filter(({ decision_deadline: deadline }) => deadline !== null && deadline <= now());
  const orders = [...over, ...(await listOrdersIn(database, 'REFUND_REQUESTED'))];
  const fees = await transferFees(context, new Set(orders.map((order) => order.instrument_from)));
  const found: Waiting[] = [];
  for (let start = 0; start < orders.length; start += ORDERS_AT_ONCE) {
    const some = orders.slice(start, start + ORDERS_AT_ONCE);
    const ids = some.map(({ id }) => id);
    const deposits = Map.groupBy(await listDepositsOfOrders(database, ids), ({ order_id }) => order_id);
    found.push(...some.flatMap((order) => waitingOrder(order, deposits.get(order.id) ?? [], fees)));
  }
  return found;
}

function waitingOrder(order: OrderRow, deposits: readonly DepositRow[], fees: ReadonlyMap<string, Decimal>): Waiting[] {
  const own = ownDeposits(order, deposits).filter(isBooked);
  if (own.length === 0) return [];
  const total = totalOf(own);
  const isAsking = order.status === 'DECISION_NEEDED';
  const fee = (isAsking ? null : order.refund_network_fee) ?? fees.get(order.instrument_from);
  const isEaten = fee !== undefined && compare(total, fee) <= 0;
  if (!isEaten && order.refund_address !== null) return [];
  const kind = !isAsking ? 'REFUND_BLOCKED' : isEaten ? 'DUST' : 'QUESTION';
  const why = isEaten ? `not more than the fee of ${fee}` : 'with no address to go back to';
  const what = `${kind} ${order.id}  ${order.decision_reason ?? ''}  ${total} ${order.instrument_from}, ${why}`;
  const since = isAsking ? order.decision_deadline : order.first_deposit_at;
  const next = isEaten ? null : `refund ${order.id} ADDRESS`;
  return [{ kind, orderId: order.id, what, next, count: 1, since }];
}

async function waitingExtras(context: OperatorContext): Promise<Waiting[]> {
  const { extras, crumbs } = await listStrandedExtras(context);
  const found = extras.map(({ orderId, network, instrument, total, count, since, isElsewhere }): Waiting => {
    const payments = count === 1 ? 'one payment' : `${count} payments`;
    const what = `EXTRA ${orderId}  ${total} ${instrument} in ${payments} besides the order, with no address to go back to`;
    const next = `refund ${orderId} ADDRESS${isElsewhere ? ` ${network}` : ''}`;
    return { kind: 'EXTRA', orderId, what, next, count, since };
  });
  if (crumbs === 0) return found;
  const what = `EXTRA … and ${crumbs} that the network’s fee would eat now`;
  return [...found, { kind: 'CRUMBS', orderId: null, what, next: null, count: crumbs, since: null }];
}

async function unclaimed({ database }: OperatorContext): Promise<Waiting[]> {
  const { count, since } = await countNobodysDeposits(database);
  if (count === 0) return [];
  const payments = count === 1 ? 'one payment' : `${count} payments`;
  const what = `UNCLAIMED ${payments} that came without their memo and are nobody’s`;
  return [{ kind: 'UNCLAIMED', orderId: null, what, next: 'unclaimed', count, since }];
}

/** Kind → how much waits, and since when the oldest does. Every kind is in it. */
export type WaitingCounts = Readonly<Record<WaitingKind, { count: number; since: number | null }>>;

export function countWaiting(waiting: readonly Waiting[]): WaitingCounts {
  const byKind = Map.groupBy(waiting, ({ kind }) => kind);
  const entries = WAITING_KINDS.map((kind) => {
    const some = byKind.get(kind) ?? [];
    const times = some.flatMap(({ since }) => since ?? []);
    const count = some.reduce((total, one) => total + one.count, 0);
    return [kind, { count, since: times.length === 0 ? null : Math.min(...times) }] as const;
  });
  return Object.fromEntries(entries) as WaitingCounts;
}
