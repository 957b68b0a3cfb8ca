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
import { listAcceptedDifferences, markSendsVerified } from '../db/repositories/reconcile.ts';
import type { DepositRow, OutboxRow } from '../db/tables/orders.ts';
import { depositJournalId } from '../orders/core/ledger.ts';
import { ChainUnavailableError, SendUndecidedError } from '../ports/chain/chainGateway.ts';
import { createCircuitBreaker } from '../ports/chain/circuitBreaker.ts';
import { judgeDepositAddress, judgeTreasury, networksOfAddress } from './balances.ts';
import { locateBookedDeposits, networksToLocateOn } from './bookedDeposits.ts';
import { breathe } from './breathe.ts';
import type { Difference, ReconcileContext, Suspicion, Unchecked } from './difference.ts';
import { readLedger, type Totals } from './ledgerTotals.ts';
import { judgeDeposit, judgeOrder } from './orderBooks.ts';
import { findStrangeSends, judgeSend } from './sends.ts';

export interface ReconcileOptions {
  /** What an earlier run added up; the ledger is read from there on, and only what moved since or is open is judged. null: everything. */
  earlier?: { totals: Totals; until: number } | null;
  /** What an earlier run found: its alarms stand where nobody answers now. A network's silence is no agreement. */
  standing?: readonly Difference[];
  /** How long what is on its way gets before it is judged again, and how often. */
  settleMs?: number;
  judgements?: number;
  /** Called again and again, some seconds apart at most while every network answers: the right to run is renewed so. */
  onProgress?: () => Promise<void>;
  /** Ends the run at the next question to a network. */
  signal?: AbortSignal;
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
 * What differs is judged again a moment later, so that what is on its way is not told. A network that does not answer is not
 * asked again in the same run. Rejects when the database does, when `onProgress` does, and when it is told to stop.
 */
export async function reconcile(context: ReconcileContext, options: ReconcileOptions = {}): Promise<Reconciliation> {
  const { earlier = null, standing = [], settleMs = 2_000, judgements = 3, onProgress, signal } = options;
  const { database } = context;
  const totals: Totals = new Map(earlier?.totals);
  const until = Math.max(earlier?.until ?? 0, context.now() - STILL_MOVING_MS);
  const suspicions: Suspicion[] = [];
  const unchecked = new Map<string, Unchecked>();
  const since = earlier?.until ?? null;
  /** A network that does not answer is not called again in this run. */
  const breaker = createCircuitBreaker({ openMs: Number.POSITIVE_INFINITY, now: context.now, opensOn: isUnavailable });
  /** Parts that could not be looked at. */
  const unanswered = new Set<string>();

  // null: all of them.
  const orderIds = since === null ? null : new Set<string>();
  const certain = [
    ...(await readLedger(database, totals, { since: since ?? 0, until, orderIds })),
    ...(await readLedger(database, new Map(), { since: until, until: Number.MAX_SAFE_INTEGER, orderIds })),
  ];
  for (const id of await listOrderIdsIn(database, AT_WORK)) orderIds?.add(id);
  for (const id of await listReservedOrderIds(database)) orderIds?.add(id);
  // Of all that is asked the most money lies here, so that no other question's time-out leaves it open.
  for (const gateway of context.gateways.values()) {
    await turnPage();
    await ask(`the treasury on ${gateway.networkSlug}`, gateway.networkSlug, () =>
      judgeTreasury(context, gateway, { totals, until }, { all: since === null }),
    );
  }
  let orders = 0;
  for await (const ids of pages(context, orderIds)) {
    orders += ids.length;
    const books = await readOrderBooks(database, ids);
    for (const [id, differences] of await judgeOrders(context, books)) suspect(differences, () => judgeOne(context, id));
    // What is no longer watched for late deposits (D6) is not compared any more.
    for (const one of books.filter(({ order }) => order.watch_until >= context.now())) {
      for (const network of networksOfAddress(context, one)) {
        const what = `the deposit address of order ${one.order.id} on ${network}`;
        await ask(what, network, () => judgeDepositAddress(context, one.order.id, network));
      }
    }
    for (const [{ order }, network] of books.flatMap((one) =>
      networksToLocateOn(one, context.now()).map((slug) => [one, slug] as const),
    )) {
      await ask(`the deposits of order ${order.id}`, network, () => locateBookedDeposits(context, order.id, network));
    }
    await turnPage();
  }

  const sends = await judgeSends();
  await ask('transfers without an outbox row', null, () => findStrangeSends(context, since ?? 0));
  if (since === null) suspect(await judgeUnattributed(context), () => judgeUnattributed(context));

  const lasting = await judgeAgain(suspicions, { settleMs, judgements, signal }, leaveOpen);
  const found = [...certain, ...lasting];
  const accepted = new Set((await listAcceptedDifferences(database)).map((one) => `${one.difference} ${one.amount_text}`));
  return {
    differences: [...found, ...standing.filter((one) => stands(one, found))].filter(
      (one) => !accepted.has(`${one.key} ${one.howMuch}`),
    ),
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
      const good: string[] = [];
      for (const row of rows) {
        const judge = async () => await judgeOneSend(context, row.id);
        const isGood = await ask(`sends on ${row.network}`, row.network, judge, `send ${row.id}`);
        if (isGood && isLongAgo(row, context.now())) good.push(row.id);
      }
      await markSendsVerified(database, good, context.now());
      count += rows.length;
      after = rows.at(-1)?.id ?? null;
      if (rows.length < PAGE) return count;
      await turnPage();
    }
  }

  async function turnPage(): Promise<void> {
    signal?.throwIfAborted();
    await onProgress?.();
    await breathe();
  }

  function suspect(differences: readonly Difference[], again: Suspicion['again']): void {
    if (differences.length > 0 && suspicions.length < MOST_SUSPICIONS) suspicions.push({ differences, again });
  }

  function stands(one: Difference, found: readonly Difference[]): boolean {
    const isOpen = one.part !== undefined && unanswered.has(one.part);
    return one.severity === 'ALARM' && isOpen && !found.some(({ key }) => key === one.key);
  }

  function leaveOpen(what: string, parts: readonly string[], error: unknown): void {
    signal?.throwIfAborted();
    for (const part of parts) unanswered.add(part);
    unchecked.set(what, { what, why: error instanceof Error ? error.message : String(error) });
  }

  /** A network that does not answer leaves its part open, and nothing else. True when nothing differs. */
  async function ask(
    what: string,
    network: string | null,
    judge: () => Promise<readonly Difference[]>,
    part = what,
  ): Promise<boolean> {
    const judgeNow = async (): Promise<readonly Difference[]> => {
      signal?.throwIfAborted();
      const differences = network === null ? await judge() : await breaker.call(network, async () => await judge());
      return differences.map((one) => ({ ...one, part }));
    };
    try {
      const differences = await judgeNow();
      suspect(differences, judgeNow);
      return differences.length === 0;
    } catch (error) {
      leaveOpen(what, [part], error);
      return false;
    }
  }
}

/** Nodes that answer may still disagree about one send. */
function isUnavailable(error: unknown): boolean {
  return error instanceof ChainUnavailableError && !(error instanceof SendUndecidedError);
}

/** A reorganisation does not reach so far, and nodes need not remember so much. */
const LONG_AGO_MS = 7 * 24 * 3_600_000;

function isLongAgo({ state, confirmed_at }: OutboxRow, now: number): boolean {
  return state === 'CONFIRMED' && confirmed_at !== null && confirmed_at < now - LONG_AGO_MS;
}

async function judgeAgain(
  suspicions: readonly Suspicion[],
  { settleMs, judgements, signal }: { settleMs: number; judgements: number; signal: AbortSignal | undefined },
  leaveOpen: (what: string, parts: readonly string[], error: unknown) => void,
): Promise<Difference[]> {
  let lasting = [...suspicions];
  for (let judgement = 1; judgement < judgements && lasting.length > 0; judgement += 1) {
    await wait(settleMs, undefined, { ...(signal && { signal }) });
    const next: Suspicion[] = [];
    for (const { differences, again } of lasting) {
      const keys = new Set(differences.map((one) => one.key));
      try {
        const still = (await again()).filter((one) => keys.has(one.key));
        if (still.length > 0) next.push({ differences: still, again });
      } catch (error) {
        const parts = differences.flatMap(({ part }) => part ?? []);
        leaveOpen([...keys].join(', '), parts, error);
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
  const journals = books.flatMap(({ deposits }) => deposits.filter((one) => one.booked_at !== null).map(depositJournalId));
  const entries = Map.groupBy(await listJournals(context.database, journals), (entry) => entry.journal_id);
  const judged = books.map((one) => {
    const own = one.deposits.flatMap((deposit) => entries.get(depositJournalId(deposit)) ?? []);
    return [one.order.id, judgeOrder(one, own)] as const;
  });
  return new Map(judged.filter(([, differences]) => differences.length > 0));
}

async function judgeOne(context: ReconcileContext, orderId: string): Promise<Difference[]> {
  return (await judgeOrders(context, await readOrderBooks(context.database, [orderId]))).get(orderId) ?? [];
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
    const entries = await listJournals(context.database, deposits.map(depositJournalId));
    found.push(...deposits.flatMap((deposit) => judgeDeposit(deposit, entries)));
    after = deposits.at(-1) ?? null;
    if (deposits.length < PAGE) return found;
    await breathe();
  }
}
