import { setTimeout as wait } from 'node:timers/promises';
import type { OrderStatus } from '../../contract/order.ts';
import {
  listJournals,
  listOrderIds,
  listOrderIdsIn,
  listReservedOrderIds,
  listSendsToAudit,
  listUnattributedDeposits,
  readOrderBooks,
  type OrderBooks,
} from '../db/repositories/audit.ts';
import { findOutboxRow } from '../db/repositories/outbox.ts';
import { listAcceptedDifferences } from '../db/repositories/reconcile.ts';
import type { DepositRow } from '../db/tables/orders.ts';
import { judgeDepositAddress, judgeTreasury } from './balances.ts';
import { breathe } from './breathe.ts';
import type { Difference, ReconcileContext, Suspicion, Unchecked } from './difference.ts';
import { readLedger, type Totals } from './ledgerTotals.ts';
import { depositJournal, judgeDeposit, judgeOrder } from './orderBooks.ts';
import { findStrangeSends, judgeSend } from './sends.ts';

export interface ReconcileOptions {
  /** What an earlier run added up; the ledger is read from there on, and only what moved since or is open is judged. null: everything. */
  earlier?: { totals: Totals; until: number } | null;
  /** How long what is on its way gets before it is judged again, and how often. */
  settleMs?: number;
  judgements?: number;
}

export interface Reconciliation {
  differences: Difference[];
  unchecked: Unchecked[];
  /** The ledger before `until`, added up: the next run can go on from there. */
  totals: Totals;
  until: number;
  /** How much was looked at. */
  orders: number;
  sends: number;
}

const PAGE = 200;
/** More than this is a catastrophe, not a list. */
const MOST_SUSPICIONS = 1_000;
/** Entries are written with the time of their transaction's beginning; younger ones may still appear behind one another. */
const STILL_MOVING_MS = 10 * 60_000;
const AT_WORK: readonly OrderStatus[] = ['CONFIRMING', 'DECISION_NEEDED', 'PAYING_OUT', 'REFUND_REQUESTED', 'REFUNDING'];

/**
 * Compares the ledger, the orders, the outbox and the networks with each other (D9), page by page, beside a running host.
 * What differs is judged again a moment later, so that what is on its way is not told. Rejects only when the database does.
 */
export async function reconcile(context: ReconcileContext, options: ReconcileOptions = {}): Promise<Reconciliation> {
  const { earlier = null, settleMs = 2_000, judgements = 3 } = options;
  const { database } = context;
  const totals: Totals = new Map(earlier?.totals);
  const until = Math.max(earlier?.until ?? 0, context.now() - STILL_MOVING_MS);
  const suspicions: Suspicion[] = [];
  const unchecked = new Map<string, Unchecked>();
  const since = earlier?.until ?? null;

  // null: all of them.
  const orderIds = since === null ? null : new Set<string>();
  const certain = [
    ...(await readLedger(database, totals, { since: since ?? 0, until, orderIds })),
    ...(await readLedger(database, new Map(), { since: until, until: Number.MAX_SAFE_INTEGER, orderIds })),
  ];
  for (const id of await listOrderIdsIn(database, AT_WORK)) orderIds?.add(id);
  for (const id of await listReservedOrderIds(database)) orderIds?.add(id);
  let orders = 0;
  for await (const ids of pages(context, orderIds)) {
    orders += ids.length;
    const books = await readOrderBooks(database, ids);
    for (const [id, differences] of await judgeOrders(context, books)) suspect(differences, () => judgeOne(context, id));
    for (const { order } of books.filter((one) => hasAddressToCheck(one, context.now()))) {
      await ask(`the deposit address of order ${order.id}`, () => judgeDepositAddress(context, order.id));
    }
    await breathe();
  }

  const sends = await judgeSends();
  await ask('transfers without an outbox row', () => findStrangeSends(context, since ?? 0));
  if (since === null) suspect(await judgeUnattributed(context), () => judgeUnattributed(context));
  for (const gateway of context.gateways.values()) {
    await ask(`the treasury on ${gateway.networkSlug}`, () =>
      judgeTreasury(context, gateway, { totals, until }, { all: since === null }),
    );
  }

  const lasting = await judgeAgain(suspicions, unchecked, { settleMs, judgements });
  const accepted = new Set((await listAcceptedDifferences(database)).map((one) => `${one.difference} ${one.how_much}`));
  return {
    differences: [...certain, ...lasting].filter((one) => !accepted.has(`${one.key} ${one.howMuch}`)),
    unchecked: [...unchecked.values()],
    totals,
    until,
    orders,
    sends,
  };

  async function judgeSends(): Promise<number> {
    let count = 0;
    let after: string | null = null;
    for (;;) {
      const rows = await listSendsToAudit(database, { confirmedSince: since, after, limit: PAGE });
      for (const row of rows) await ask(`sends on ${row.network}`, async () => await judgeOneSend(context, row.id));
      count += rows.length;
      after = rows.at(-1)?.id ?? null;
      if (rows.length < PAGE) return count;
      await breathe();
    }
  }

  function suspect(differences: readonly Difference[], again: Suspicion['again']): void {
    if (differences.length > 0 && suspicions.length < MOST_SUSPICIONS) suspicions.push({ differences, again });
  }

  /** A network that does not answer leaves its part open, and nothing else. */
  async function ask(what: string, judge: () => Promise<readonly Difference[]>): Promise<void> {
    try {
      suspect(await judge(), judge);
    } catch (error) {
      unchecked.set(what, { what, why: error instanceof Error ? error.message : String(error) });
    }
  }
}

async function judgeAgain(
  suspicions: readonly Suspicion[],
  unchecked: Map<string, Unchecked>,
  { settleMs, judgements }: { settleMs: number; judgements: number },
): Promise<Difference[]> {
  let lasting = [...suspicions];
  for (let judgement = 1; judgement < judgements && lasting.length > 0; judgement += 1) {
    await wait(settleMs);
    const next: Suspicion[] = [];
    for (const { differences, again } of lasting) {
      const keys = new Set(differences.map((one) => one.key));
      try {
        const still = (await again()).filter((one) => keys.has(one.key));
        if (still.length > 0) next.push({ differences: still, again });
      } catch (error) {
        const what = [...keys].join(', ');
        unchecked.set(what, { what, why: error instanceof Error ? error.message : String(error) });
      }
    }
    lasting = next;
  }
  return lasting.flatMap((one) => one.differences);
}

async function* pages(context: ReconcileContext, chosen: ReadonlySet<string> | null): AsyncGenerator<string[]> {
  if (chosen) {
    const ids = [...chosen];
    for (let start = 0; start < ids.length; start += PAGE) yield ids.slice(start, start + PAGE);
    return;
  }
  let after: string | null = null;
  for (;;) {
    const ids = await listOrderIds(context.database, after, PAGE);
    if (ids.length > 0) yield ids;
    after = ids.at(-1) ?? null;
    if (ids.length < PAGE) return;
  }
}

/** Order id → what differs; only those where something does. */
async function judgeOrders(context: ReconcileContext, books: readonly OrderBooks[]): Promise<Map<string, Difference[]>> {
  const journals = books.flatMap(({ deposits }) => deposits.filter((one) => one.booked_at !== null).map(depositJournal));
  const entries = Map.groupBy(await listJournals(context.database, journals), (entry) => entry.journal_id);
  const judged = books.map((one) => {
    const own = one.deposits.flatMap((deposit) => entries.get(depositJournal(deposit)) ?? []);
    return [one.order.id, judgeOrder(one, own)] as const;
  });
  return new Map(judged.filter(([, differences]) => differences.length > 0));
}

async function judgeOne(context: ReconcileContext, orderId: string): Promise<Difference[]> {
  return (await judgeOrders(context, await readOrderBooks(context.database, [orderId]))).get(orderId) ?? [];
}

/** Something lies, or may lie, on its own address: until then it is watched for late deposits (D6). */
function hasAddressToCheck({ order, entries }: OrderBooks, now: number): boolean {
  return order.watch_until >= now && entries.some((entry) => entry.account === 'DEPOSIT_ADDRESSES');
}

async function judgeOneSend(context: ReconcileContext, id: string): Promise<Difference[]> {
  const row = await findOutboxRow(context.database, id);
  return row ? await judgeSend(context, row) : [];
}

/** Deposits that match no order are in the ledger like all others (D6). */
async function judgeUnattributed(context: ReconcileContext): Promise<Difference[]> {
  const found: Difference[] = [];
  let after: DepositRow | null = null;
  for (;;) {
    const deposits: DepositRow[] = await listUnattributedDeposits(context.database, after, PAGE);
    const entries = await listJournals(context.database, deposits.map(depositJournal));
    found.push(...deposits.flatMap((deposit) => judgeDeposit(deposit, entries)));
    after = deposits.at(-1) ?? null;
    if (deposits.length < PAGE) return found;
    await breathe();
  }
}
