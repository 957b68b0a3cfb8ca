import { sum, type Decimal } from '../../contract/money.ts';
import {
  extrasWithoutAddress,
  isOverdue,
  isRefusedFor,
  isRefusedForOther,
  listInstrumentsToRefund,
  shortSends,
  unattributedDeposits,
  undecidedOrders,
  unresolvedClaims,
  unresolvedSends,
  type ExtraWithoutAddress,
  type TransferFees,
  type UndecidedOrder,
  type UnresolvedCount,
  type UnresolvedPage,
  type UnresolvedQuery,
} from '../db/repositories/unresolved.ts';
import type { DepositClaimRow, DepositRow } from '../db/tables/orders.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import { ATTEMPTS_BEFORE_DELAYED, DEPOSIT_REORGED } from '../orders/rules/sendDelay.ts';
import { FUNDS_LOCKED } from '../ports/chain/chainGateway.ts';
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

/** An item that waits for an operator, since a time in ms. */
export type UnresolvedItem = { since: number } & (
  | { kind: SendKind; send: OutboxRow; isConnected: boolean; isUntried: boolean }
  | { kind: 'CLAIM'; claim: DepositClaimRow }
  | { kind: 'DECISION'; order: Pick<UndecidedOrder, 'order_id' | 'decision_reason' | 'instrument'> & { amount: Decimal } }
  | { kind: 'EXTRA'; deposit: ExtraWithoutAddress }
  | { kind: 'UNATTRIBUTED'; deposit: DepositRow }
);
type SendKind = 'HELD' | 'FAILED' | 'DEPOSIT_REORGED' | 'REFUSED' | 'OVERDUE' | 'SHORT';

/** One page of one kind. */
export interface UnresolvedList {
  kind: UnresolvedKind;
  count: number;
  items: UnresolvedItem[];
  nextPage: number | null;
}

interface Unresolved {
  count(): Promise<UnresolvedCount>;
  list(page: UnresolvedPage): Promise<UnresolvedItem[]>;
}

/** A send that is due for so long without an attempt belongs to a network that no host works on. */
const UNTRIED_MS = 3_600_000;
/** Monero locks change for 20 minutes. A payment that still lacks unlocked coins after an hour needs an operator. */
const UNLOCKED_AFTER_MS = 3_600_000;
const PAGE_SIZE = 20;

/** The table of kinds: one query each. DECISION and EXTRA leave out dust, which no command can refund. */
function createUnresolved(context: OperatorContext, fees: TransferFees): Record<UnresolvedKind, Unresolved> {
  const { database } = context;
  const now = context.now();
  const define = <Row>(query: UnresolvedQuery<Row>, present: (row: Row & { since: number }) => UnresolvedItem): Unresolved => ({
    count: query.count,
    list: async (page) => (await query.list(page)).map(present),
  });
  const ofSends = (kind: SendKind, query: UnresolvedQuery<OutboxRow>): Unresolved =>
    define(query, ({ since, ...send }) => ({
      kind,
      since,
      send,
      isConnected: context.gateways.has(send.network),
      isUntried: send.state === 'PENDING' && send.attempts === 0,
    }));
  return {
    HELD: ofSends('HELD', unresolvedSends(database, 'HELD')),
    FAILED: ofSends('FAILED', unresolvedSends(database, 'FAILED')),
    DEPOSIT_REORGED: ofSends('DEPOSIT_REORGED', unresolvedSends(database, 'REFUSED', isRefusedFor(DEPOSIT_REORGED))),
    REFUSED: ofSends(
      'REFUSED',
      unresolvedSends(database, 'REFUSED', isRefusedForOther(DEPOSIT_REORGED, FUNDS_LOCKED, now - UNLOCKED_AFTER_MS)),
    ),
    OVERDUE: ofSends('OVERDUE', unresolvedSends(database, 'PENDING', isOverdue(ATTEMPTS_BEFORE_DELAYED, now - UNTRIED_MS))),
    SHORT: ofSends('SHORT', shortSends(database)),
    CLAIM: define(unresolvedClaims(database), ({ since, ...claim }) => ({ kind: 'CLAIM', since, claim })),
    DECISION: define(undecidedOrders(database, now, fees), ({ since, amounts, ...order }) => ({
      kind: 'DECISION',
      since,
      order: { ...order, amount: sum(amounts.split(',')) },
    })),
    EXTRA: define(extrasWithoutAddress(database, fees), ({ since, ...deposit }) => ({ kind: 'EXTRA', since, deposit })),
    UNATTRIBUTED: define(unattributedDeposits(database), ({ since, ...deposit }) => ({ kind: 'UNATTRIBUTED', since, deposit })),
  };
}

async function openUnresolved(context: OperatorContext): Promise<Record<UnresolvedKind, Unresolved>> {
  const instruments = await listInstrumentsToRefund(context.database, context.now());
  return createUnresolved(context, await estimateTransferFees(context, instruments));
}

/**
 * Returns one page of unresolved items of each of these kinds, the most urgent kind first; kinds without items are left out. Asks the
 * networks for their fees unless `fees` has them.
 */
export async function listUnresolved(
  context: OperatorContext,
  { kinds, page, fees }: { kinds: readonly UnresolvedKind[]; page: number; fees?: TransferFees },
): Promise<UnresolvedList[]> {
  const unresolved = fees ? createUnresolved(context, fees) : await openUnresolved(context);
  const lists: UnresolvedList[] = [];
  for (const kind of kinds) {
    const { count } = await unresolved[kind].count();
    if (count === 0) continue;
    const items = await unresolved[kind].list({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
    lists.push({ kind, count, items, nextPage: count > page * PAGE_SIZE ? page + 1 : null });
  }
  return lists;
}

/** Returns the unresolved items of one order, at most {@link PAGE_SIZE} of each kind. `fees`: as in {@link listUnresolved}. */
export async function listUnresolvedOf(
  context: OperatorContext,
  orderId: string,
  fees?: TransferFees,
): Promise<UnresolvedItem[]> {
  const unresolved = fees ? createUnresolved(context, fees) : await openUnresolved(context);
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
