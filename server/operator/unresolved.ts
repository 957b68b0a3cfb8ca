import { add, compare, isPositive, sum, type Decimal } from '../../contract/money.ts';
import {
  countUnattributedDeposits,
  listHeldDepositClaims,
  listStalledOrders,
  listOverdueSends,
  listUndecidedDeposits,
  listUnresolvedSends,
  type UndecidedDeposit,
} from '../db/repositories/unresolved.ts';
import type { DepositClaimRow, OrderRow, OutboxRow } from '../db/tables/orders.ts';
import { ATTEMPTS_BEFORE_DELAYED } from '../orders/lifecycle/attention.ts';
import { DEPOSIT_REORGED } from '../orders/deposits/depositInclusion.ts';
import type { OperatorContext } from './operator.ts';
import { pagesOf, type Reading } from './pagesOf.ts';
import { readExtrasWithoutAddress, type ExtraWithoutAddress } from './extrasWithoutAddress.ts';
import { createTransferFees, type TransferFees } from './transferFees.ts';

/**
 * What may wait for a person: one list for `npm run operator -- list` and for the metrics. docs/operator.md says of each what is
 * to be done. What moves by itself is not among them, but for REFUSED and PENDING, which are tried again and may go on for ever.
 */
export const WAITING_KINDS = [
  'HELD',
  'FAILED',
  'DEPOSIT_REORGED',
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

/** Each has its deposits read by itself. */
const ORDERS_AT_ONCE = 20;
/** Due for so long and not tried once: its network has no connection any more. */
const UNTRIED_MS = 3_600_000;
/** More are not counted: they stay for ever. */
const MOST_UNCLAIMED = 1_000;

/** All that waits, or all of one order, kind by kind, the longest waiting first. */
export async function readWaiting(context: OperatorContext, orderId?: string): Promise<Waiting[]> {
  const reading = { pause: () => Promise.resolve(), ...(orderId !== undefined && { orderId }) };
  const found: Waiting[] = [];
  let crumbs = 0;
  for await (const some of waitingPages(context, reading, createTransferFees(context))) {
    found.push(...some.waiting);
    crumbs += some.crumbs;
  }
  if (crumbs > 0) found.push(waitingCrumbs(crumbs));
  const place = ({ kind }: Waiting): number => WAITING_KINDS.indexOf(kind);
  return found.toSorted((one, other) => place(one) - place(other) || (one.since ?? 0) - (other.since ?? 0));
}

interface WaitingSome {
  waiting: Waiting[];
  /** Only counted: payments that came besides, and that the fee would eat */
  crumbs: number;
}

/** Reads what waits only, however many orders there were, and some at a time, however much waits. */
async function* waitingPages(context: OperatorContext, reading: Reading, fees: TransferFees): AsyncGenerator<WaitingSome> {
  const { database } = context;
  const overdue = { tries: ATTEMPTS_BEFORE_DELAYED, dueBefore: context.now() - UNTRIED_MS };
  const some = (waiting: Waiting[]): WaitingSome => ({ waiting, crumbs: 0 });
  for await (const rows of pagesOf<OutboxRow>(reading, (page) => listUnresolvedSends(database, page))) {
    yield some(rows.map((row) => waitingSend(context, row)));
  }
  for await (const rows of pagesOf<OutboxRow>(reading, (page) => listOverdueSends(database, overdue, page))) {
    yield some(rows.map((row) => waitingSend(context, row)));
  }
  for await (const rows of pagesOf<DepositClaimRow>(reading, (page) => listHeldDepositClaims(database, page))) {
    yield some(rows.map(waitingClaim));
  }
  for (const status of ['DECISION_NEEDED', 'REFUND_REQUESTED'] as const) {
    for await (const waiting of waitingOrders(context, status, reading, fees)) yield some(waiting);
  }
  for await (const { extras, crumbs } of readExtrasWithoutAddress(context, reading, fees)) {
    yield { waiting: extras.map(waitingExtra), crumbs };
  }
  if (reading.orderId === undefined) yield some(await unclaimed(context));
}

const SEND_KINDS = ['HELD', 'FAILED', 'REFUSED', 'PENDING'] as const;

function waitingSend({ gateways }: OperatorContext, row: OutboxRow): Waiting {
  const value = row.usd_value === null ? 'value unknown' : `about ${row.usd_value} USD`;
  const isReorged = row.state === 'REFUSED' && row.reason === DEPOSIT_REORGED;
  const kind = isReorged ? 'DEPOSIT_REORGED' : (SEND_KINDS.find((one) => one === row.state) ?? 'REFUSED');
  const isConnected = gateways.has(row.network);
  const isUntried = row.state === 'PENDING' && row.attempts === 0;
  // Then no command sends it: the network has to be connected again, or the host to run.
  const trouble = isConnected ? (isUntried ? ', not tried once' : '') : `, ${row.network} is not connected`;
  const retry = isConnected && !isUntried ? `retry ${row.id}` : null;
  const next = {
    HELD: `release ${row.id}`,
    FAILED: retry,
    DEPOSIT_REORGED: `gone ${row.order_id} NOTE`,
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
async function* waitingOrders(
  context: OperatorContext,
  status: 'DECISION_NEEDED' | 'REFUND_REQUESTED',
  reading: Reading,
  transferFees: TransferFees,
): AsyncGenerator<Waiting[]> {
  const { database, now } = context;
  const at = now();
  const read = pagesOf<OrderRow>(reading, (page) => listStalledOrders(database, status, at, page), ORDERS_AT_ONCE);
  for await (const orders of read) {
    const fees = await transferFees(orders.map((order) => order.instrument_from));
    const found: Waiting[] = [];
    for (const order of orders) {
      let total: Decimal = '0';
      const ofOrder = { ...reading, orderId: order.id };
      for await (const payments of pagesOf<UndecidedDeposit>(ofOrder, (page) => listUndecidedDeposits(database, page))) {
        const own = payments.filter(({ instrument }) => instrument === order.instrument_from);
        total = add(total, sum(own.map((payment) => payment.amount)));
      }
      found.push(...waitingOrder(order, total, fees));
    }
    yield found;
  }
}

function waitingOrder(order: OrderRow, total: Decimal, fees: ReadonlyMap<string, Decimal>): Waiting[] {
  if (!isPositive(total)) return [];
  const isAsking = order.status === 'DECISION_NEEDED';
  const fee = (isAsking ? null : order.refund?.network_fee) ?? fees.get(order.instrument_from);
  const isEaten = fee !== undefined && compare(total, fee) <= 0;
  if (!isEaten && order.refund_address !== null) return [];
  const kind = !isAsking ? 'REFUND_BLOCKED' : isEaten ? 'DUST' : 'QUESTION';
  const why = isEaten ? `not more than the fee of ${fee}` : 'with no address to go back to';
  const what = `${kind} ${order.id}  ${order.decision_reason ?? ''}  ${total} ${order.instrument_from}, ${why}`;
  const since = isAsking ? order.decision_deadline : order.first_deposit_at;
  const next = isEaten ? null : `refund ${order.id} ADDRESS`;
  return [{ kind, orderId: order.id, what, next, count: 1, since }];
}

function waitingExtra({ orderId, network, instrument, total, count, since, isOtherNetwork }: ExtraWithoutAddress): Waiting {
  const payments = count === 1 ? 'one payment' : `${count} payments`;
  const what = `EXTRA ${orderId}  ${total} ${instrument} in ${payments} besides the order, with no address to go back to`;
  const next = `refund ${orderId} ADDRESS${isOtherNetwork ? ` ${network}` : ''}`;
  return { kind: 'EXTRA', orderId, what, next, count, since };
}

function waitingCrumbs(count: number): Waiting {
  const what = `EXTRA … and ${count} that the network’s fee would eat now`;
  return { kind: 'CRUMBS', orderId: null, what, next: null, count, since: null };
}

async function unclaimed({ database }: OperatorContext): Promise<Waiting[]> {
  const { count, since } = await countUnattributedDeposits(database, MOST_UNCLAIMED);
  if (count === 0) return [];
  const payments = count === 1 ? 'one payment' : count < MOST_UNCLAIMED ? `${count} payments` : `${count} payments or more`;
  const what = `UNCLAIMED ${payments} that came without their memo and are nobody’s`;
  return [{ kind: 'UNCLAIMED', orderId: null, what, next: 'unclaimed', count, since }];
}

/** Kind → how much waits, and since when the oldest does. Every kind is in it. */
export type WaitingCounts = Readonly<Record<WaitingKind, WaitingCount>>;
interface WaitingCount {
  count: number;
  since: number | null;
}

/** Keeps numbers only, whatever waits. Rejects with what `pause` rejects with. */
export async function countWaiting(
  context: OperatorContext,
  pause: Reading['pause'],
  fees: TransferFees,
): Promise<WaitingCounts> {
  const counts = new Map<WaitingKind, WaitingCount>(WAITING_KINDS.map((kind) => [kind, { count: 0, since: null }]));
  const note = ({ kind, count, since }: Pick<Waiting, 'kind' | 'count' | 'since'>): void => {
    const known = counts.get(kind);
    const times = [known?.since, since].filter((time) => typeof time === 'number');
    counts.set(kind, { count: (known?.count ?? 0) + count, since: times.length === 0 ? null : Math.min(...times) });
  };
  for await (const { waiting, crumbs } of waitingPages(context, { pause }, fees)) {
    waiting.forEach(note);
    note({ kind: 'CRUMBS', count: crumbs, since: null });
  }
  return Object.fromEntries(counts) as WaitingCounts;
}
