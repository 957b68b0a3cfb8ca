import { isoTime } from '../../contract/isoTime.ts';
import { sum } from '../../contract/money.ts';
import {
  extrasWithoutAddress,
  isOverdue,
  isRefusedFor,
  listInstrumentsToRefund,
  shortSends,
  unattributedDeposits,
  undecidedOrders,
  unresolvedClaims,
  unresolvedSends,
  type TransferFees,
  type UnresolvedCount,
  type UnresolvedPage,
  type UnresolvedQuery,
} from '../db/repositories/unresolved.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import { DEPOSIT_REORGED } from '../orders/deposits/depositInclusion.ts';
import { ATTEMPTS_BEFORE_DELAYED } from '../orders/lifecycle/attention.ts';
import { estimateTransferFees } from './estimateTransferFees.ts';
import type { OperatorContext } from './operatorContext.ts';

/** What may wait for an operator, the most urgent first. docs/operator.md has a section for each kind. */
export const UNRESOLVED_KINDS = [
  'HELD',
  'FAILED',
  'DEPOSIT_REORGED',
  'REFUSED',
  'OVERDUE',
  'SHORT',
  'CLAIM',
  'DECISION',
  'EXTRA',
  'UNATTRIBUTED',
] as const;
export type UnresolvedKind = (typeof UNRESOLVED_KINDS)[number];

export interface UnresolvedItem {
  kind: UnresolvedKind;
  what: string;
  /** The next command, without `npm run operator --`; null when no command helps */
  next: string | null;
  /** Milliseconds since 1970 */
  since: number;
}

interface Unresolved {
  count(): Promise<UnresolvedCount>;
  list(page: UnresolvedPage): Promise<UnresolvedItem[]>;
}

/** A send that is due for so long without an attempt belongs to a network that no host works on. */
const UNTRIED_MS = 3_600_000;
const PAGE_SIZE = 20;

/** The table of kinds: one query and one formatter each. DECISION and EXTRA leave out dust, which no command can refund. */
function createUnresolved(context: OperatorContext, fees: TransferFees): Record<UnresolvedKind, Unresolved> {
  const { database } = context;
  const now = context.now();
  const define =
    <Row>(query: UnresolvedQuery<Row>, format: (row: Row) => readonly [what: string, next: string | null]) =>
    (kind: UnresolvedKind): Unresolved => ({
      count: query.count,
      list: async (page) =>
        (await query.list(page)).map((row) => {
          const [what, next] = format(row);
          return { kind, what, next, since: row.since };
        }),
    });
  const retry = (row: OutboxRow) => [describeSend(context, row), canRetry(context, row) ? `retry ${row.id}` : null] as const;
  const table = {
    HELD: define(unresolvedSends(database, 'HELD'), (row) => [describeSend(context, row), `release ${row.id}`]),
    FAILED: define(unresolvedSends(database, 'FAILED'), retry),
    DEPOSIT_REORGED: define(unresolvedSends(database, 'REFUSED', isRefusedFor(DEPOSIT_REORGED, true)), (row) => [
      describeSend(context, row),
      `write-off ${row.order_id} NOTE`,
    ]),
    REFUSED: define(unresolvedSends(database, 'REFUSED', isRefusedFor(DEPOSIT_REORGED, false)), retry),
    OVERDUE: define(unresolvedSends(database, 'PENDING', isOverdue(ATTEMPTS_BEFORE_DELAYED, now - UNTRIED_MS)), retry),
    SHORT: define(shortSends(database), (row) => [
      `${describeSend(context, row)}, ${row.arrived_amount ?? ''} arrived`,
      `settle ${row.id} NOTE`,
    ]),
    CLAIM: define(unresolvedClaims(database), ({ tx_hash, transfer_index, order_id, network, reason }) => [
      `${tx_hash}#${transfer_index} on ${network} claimed for order ${order_id}, ${reason ?? ''}`,
      `attribute ${tx_hash}#${transfer_index} ${order_id}`,
    ]),
    DECISION: define(undecidedOrders(database, now, fees), ({ order_id, decision_reason, amounts, instrument }) => [
      `order ${order_id}, ${decision_reason ?? ''}: ${sum(amounts.split(','))} ${instrument} without a refund address`,
      `refund ${order_id} ADDRESS`,
    ]),
    EXTRA: define(extrasWithoutAddress(database, fees), (row) => [
      `order ${row.order_id}: ${row.amount} ${row.instrument} of ${row.tx_hash}#${row.transfer_index} without a refund address`,
      `refund ${row.order_id} ADDRESS${row.network === row.network_from ? '' : ` ${row.network}`}`,
    ]),
    UNATTRIBUTED: define(unattributedDeposits(database), (row) => [
      `${row.amount} ${row.instrument} of ${row.tx_hash}#${row.transfer_index}, ${row.memo === null ? 'without memo' : `memo ${row.memo}`}`,
      `attribute ${row.tx_hash}#${row.transfer_index} ORDER`,
    ]),
  };
  const entries = UNRESOLVED_KINDS.map((kind) => [kind, table[kind](kind)] as const);
  return Object.fromEntries(entries) as Record<UnresolvedKind, Unresolved>;
}

const isUntried = ({ state, attempts }: OutboxRow): boolean => state === 'PENDING' && attempts === 0;

/** Without a connection, or a host that works on the network, a retry would change nothing. */
const canRetry = ({ gateways }: OperatorContext, row: OutboxRow): boolean => gateways.has(row.network) && !isUntried(row);

function describeSend({ gateways }: OperatorContext, row: OutboxRow): string {
  const value = row.usd_value === null ? 'value unknown' : `about ${row.usd_value} USD`;
  const to = row.memo === null ? row.to_address : `${row.to_address} (memo ${row.memo})`;
  const state = [row.state, row.reason].filter(Boolean).join(' ');
  const isConnected = gateways.has(row.network);
  const problem = isConnected ? (isUntried(row) ? ', no attempt was made' : '') : `, ${row.network} is not connected`;
  return `${row.id}  ${state}  ${row.amount} ${row.instrument} (${value}) to ${to}${problem}`;
}

async function openUnresolved(context: OperatorContext): Promise<Record<UnresolvedKind, Unresolved>> {
  const instruments = await listInstrumentsToRefund(context.database, context.now());
  return createUnresolved(context, await estimateTransferFees(context, instruments));
}

/**
 * Returns unresolved items as text: `[]` the number and the first page of each kind, `[kind, page]` one page of one kind. Returns
 * null when there is no such kind or page.
 */
export async function listUnresolved(
  context: OperatorContext,
  [kindWord, pageWord = '1']: readonly string[],
): Promise<string | null> {
  const kinds = kindWord === undefined ? UNRESOLVED_KINDS : UNRESOLVED_KINDS.filter((kind) => kind === kindWord);
  if (kinds.length === 0 || !/^[1-9]\d{0,6}$/.test(pageWord)) return null;
  const page = Number(pageWord);
  const unresolved = await openUnresolved(context);
  const sections: string[] = [];
  for (const kind of kinds) {
    const { count } = await unresolved[kind].count();
    if (count === 0) continue;
    const items = await unresolved[kind].list({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
    const more = count > page * PAGE_SIZE ? [`  Next page: list ${kind} ${page + 1}`] : [];
    sections.push([`${kind}: ${count}`, ...items.map((item) => `  ${describeItem(item)}`), ...more].join('\n'));
  }
  return sections.length === 0
    ? `No unresolved items${kindWord === undefined ? '' : ` of kind ${kindWord}`}.`
    : sections.join('\n\n');
}

/** Returns the unresolved items of one order, at most {@link PAGE_SIZE} of each kind. */
export async function listUnresolvedOf(context: OperatorContext, orderId: string): Promise<UnresolvedItem[]> {
  const unresolved = await openUnresolved(context);
  const lists = UNRESOLVED_KINDS.map(async (kind) => await unresolved[kind].list({ orderId, limit: PAGE_SIZE, offset: 0 }));
  return (await Promise.all(lists)).flat();
}

export type UnresolvedCounts = Readonly<Record<UnresolvedKind, UnresolvedCount>>;

/** Returns the number of unresolved items of each kind. `feesOf` estimates the transfer fees of instruments. */
export async function countUnresolved(
  context: OperatorContext,
  feesOf: (instruments: readonly string[]) => Promise<TransferFees>,
): Promise<UnresolvedCounts> {
  const fees = await feesOf(await listInstrumentsToRefund(context.database, context.now()));
  const unresolved = createUnresolved(context, fees);
  const counts: [UnresolvedKind, UnresolvedCount][] = [];
  for (const kind of UNRESOLVED_KINDS) counts.push([kind, await unresolved[kind].count()]);
  return Object.fromEntries(counts) as UnresolvedCounts;
}

/** Returns an item with its next command. */
export function describeItem({ what, since, next }: UnresolvedItem): string {
  return [`${what}, since ${isoTime(since)}`, ...(next === null ? [] : [`      → ${next}`])].join('\n');
}
