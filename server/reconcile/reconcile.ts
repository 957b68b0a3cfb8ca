import { setTimeout as wait } from 'node:timers/promises';
import type { OrderStatus } from '../../contract/order.ts';
import {
  listJournals,
  listOrderIds,
  listOrderIdsIn,
  listReservedOrderIds,
  listSendsToAudit,
  listUnattributedDeposits,
} from '../db/repositories/audit.ts';
import { findOutboxRow } from '../db/repositories/outbox.ts';
import { listAcceptedDifferences, markSendsVerified } from '../db/repositories/reconcile.ts';
import type { DepositRow, OutboxRow } from '../db/tables/orders.ts';
import { depositJournalId } from '../orders/core/ledger.ts';
import { ChainUnavailableError, SendUndecidedError } from '../ports/chain/chainGateway.ts';
import { createCircuitBreaker } from '../ports/chain/circuitBreaker.ts';
import { accountBalances, checkDepositAddress, checkTreasury, countTreasuries, ledgerNetworksOf } from './balances.ts';
import { auditOrder, readAudited } from './auditOrders.ts';
import { locateBookedDeposits, networksToLocateOn } from './bookedDeposits.ts';
import { checkCapital } from './capital.ts';
import { yieldToHost } from './yieldToHost.ts';
import type { Difference, ReconcileContext, Suspicion, Unchecked } from './difference.ts';
import { readLedger, type Totals } from './ledgerTotals.ts';
import { checkUnattributedDeposit } from './unattributed.ts';
import { findUnrecordedSends, checkSend } from './sends.ts';

export interface ReconcileOptions {
  /** Result of an earlier run: only newer ledger entries, changed orders and open orders are checked. null: everything. */
  earlier?: { totals: Totals; until: number } | null;
  /** Differences of an earlier run. Their alarms remain while their check fails: an unreachable network proves no match. */
  standing?: readonly Difference[];
  /** Delay in ms before a difference is checked again, and the total number of checks. */
  settleMs?: number;
  checks?: number;
  /** Called after each page, so that the job can renew its lease. */
  onProgress?: () => Promise<void>;
  /** Aborts the run before its next network request. */
  signal?: AbortSignal;
}

export interface Reconciliation {
  differences: Difference[];
  unchecked: Unchecked[];
  /** The sums of the ledger entries before `until` (ms), from which the next run continues. */
  totals: Totals;
  until: number;
  /** How many were checked. */
  orders: number;
  sends: number;
}

const PAGE = 200;
/** Limits memory and run time when very much is wrong. */
const MAX_SUSPICIONS = 1_000;
/** Entries have the start time of their transaction, so entries younger than this (ms) may still appear out of order. */
const UNSETTLED_MS = 10 * 60_000;
const OPEN_STATUSES: readonly OrderStatus[] = ['CONFIRMING', 'DECISION_NEEDED', 'PAYING_OUT', 'REFUND_REQUESTED', 'REFUNDING'];

/**
 * Compares the ledger, the orders, the outbox and the networks (D9), page by page, while the host runs. Differences are checked
 * again after `settleMs`, so that pending transfers are not reported. A network that does not answer is not called again in the
 * same run. Rejects when the database or `onProgress` does, or when `signal` aborts.
 */
export async function reconcile(context: ReconcileContext, options: ReconcileOptions = {}): Promise<Reconciliation> {
  const { earlier = null, standing = [], settleMs = 2_000, checks = 3, onProgress, signal } = options;
  const { database } = context;
  const totals: Totals = new Map(earlier?.totals);
  const until = Math.max(earlier?.until ?? 0, context.now() - UNSETTLED_MS);
  const suspicions: Suspicion[] = [];
  const unchecked = new Map<string, Unchecked>();
  const since = earlier?.until ?? null;
  const breaker = createCircuitBreaker({ openMs: Number.POSITIVE_INFINITY, now: context.now, opensOn: isUnavailable });
  /** Checks that failed in this run. */
  const failedParts = new Set<string>();

  await countTreasuries(context);
  // null: all of them.
  const orderIds = since === null ? null : new Set<string>();
  const certain = [
    ...(await readLedger(database, totals, { since: since ?? 0, until, orderIds })),
    ...(await readLedger(database, new Map(), { since: until, until: Number.MAX_SAFE_INTEGER, orderIds })),
  ];
  for (const id of await listOrderIdsIn(database, OPEN_STATUSES)) orderIds?.add(id);
  for (const id of await listReservedOrderIds(database)) orderIds?.add(id);
  // The treasury holds the most money. It is first, so that a time-out of another check does not skip it.
  for (const gateway of context.gateways.values()) {
    await turnPage();
    await ask(`the treasury on ${gateway.networkSlug}`, gateway.networkSlug, () =>
      checkTreasury(context, gateway, { totals, until }, { all: since === null }),
    );
  }
  await ask('capital', null, () => checkCapital(context, (account) => accountBalances(context, { totals, until }, account)));
  let orders = 0;
  for await (const ids of pages(context, orderIds)) {
    orders += ids.length;
    const books = await readAudited(context, ids);
    for (const one of books) suspect(await auditOrder(context, one), () => checkOne(context, one.order.id));
    // Addresses are compared as long as they are watched for late deposits (D6).
    for (const one of books.filter(({ order }) => order.watch_until >= context.now())) {
      for (const network of ledgerNetworksOf(context, one)) {
        const what = `the deposit address of order ${one.order.id} on ${network}`;
        await ask(what, network, () => checkDepositAddress(context, one.order.id, network));
      }
    }
    for (const [{ order }, network] of books.flatMap((one) =>
      networksToLocateOn(one, context.now()).map((slug) => [one, slug] as const),
    )) {
      await ask(`the deposits of order ${order.id}`, network, () => locateBookedDeposits(context, order.id, network));
    }
    await turnPage();
  }

  const sends = await checkSends();
  await ask('transfers without an outbox row', null, () => findUnrecordedSends(context, since ?? 0));
  if (since === null) suspect(await checkUnattributed(context), () => checkUnattributed(context));

  const confirmed = await checkAgain(suspicions, { settleMs, checks, signal }, leaveOpen);
  const found = [...certain, ...confirmed];
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

  async function checkSends(): Promise<number> {
    let count = 0;
    let after: string | null = null;
    for (;;) {
      const rows = await listSendsToAudit(database, { confirmedSince: since, after, limit: PAGE });
      const verified: string[] = [];
      for (const row of rows) {
        const check = async () => await checkOneSend(context, row.id);
        const isMatch = await ask(`sends on ${row.network}`, row.network, check, `send ${row.id}`);
        if (isMatch && isLongAgo(row, context.now())) verified.push(row.id);
      }
      await markSendsVerified(database, verified, context.now());
      count += rows.length;
      after = rows.at(-1)?.id ?? null;
      if (rows.length < PAGE) return count;
      await turnPage();
    }
  }

  async function turnPage(): Promise<void> {
    signal?.throwIfAborted();
    await onProgress?.();
    await yieldToHost();
  }

  function suspect(differences: readonly Difference[], again: Suspicion['again']): void {
    if (differences.length > 0 && suspicions.length < MAX_SUSPICIONS) suspicions.push({ differences, again });
  }

  function stands(one: Difference, found: readonly Difference[]): boolean {
    const isOpen = one.part !== undefined && failedParts.has(one.part);
    return one.severity === 'ALARM' && isOpen && !found.some(({ key }) => key === one.key);
  }

  function leaveOpen(what: string, parts: readonly string[], error: unknown): void {
    signal?.throwIfAborted();
    for (const part of parts) failedParts.add(part);
    unchecked.set(what, { what, why: error instanceof Error ? error.message : String(error) });
  }

  /** Runs a check. If its network does not answer, only this check is left open. Returns whether it found no difference. */
  async function ask(
    what: string,
    network: string | null,
    check: () => Promise<readonly Difference[]>,
    part = what,
  ): Promise<boolean> {
    const checkNow = async (): Promise<readonly Difference[]> => {
      signal?.throwIfAborted();
      const differences = network === null ? await check() : await breaker.call(network, async () => await check());
      return differences.map((one) => ({ ...one, part }));
    };
    try {
      const differences = await checkNow();
      suspect(differences, checkNow);
      return differences.length === 0;
    } catch (error) {
      leaveOpen(what, [part], error);
      return false;
    }
  }
}

/** SendUndecidedError is excluded: the nodes answer but disagree about one send. */
function isUnavailable(error: unknown): boolean {
  return error instanceof ChainUnavailableError && !(error instanceof SendUndecidedError);
}

/** In ms. Reorgs don't reach further back, and pruned nodes may have dropped older transactions. */
const LONG_AGO_MS = 7 * 24 * 3_600_000;

function isLongAgo({ state, confirmed_at }: OutboxRow, now: number): boolean {
  return state === 'CONFIRMED' && confirmed_at !== null && confirmed_at < now - LONG_AGO_MS;
}

async function checkAgain(
  suspicions: readonly Suspicion[],
  { settleMs, checks, signal }: { settleMs: number; checks: number; signal: AbortSignal | undefined },
  leaveOpen: (what: string, parts: readonly string[], error: unknown) => void,
): Promise<Difference[]> {
  let lasting = [...suspicions];
  for (let check = 1; check < checks && lasting.length > 0; check += 1) {
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

async function checkOne(context: ReconcileContext, orderId: string): Promise<Difference[]> {
  const [books] = await readAudited(context, [orderId]);
  return books ? await auditOrder(context, books) : [];
}

async function checkOneSend(context: ReconcileContext, id: string): Promise<Difference[]> {
  const row = await findOutboxRow(context.database, id);
  return row ? await checkSend(context, row) : [];
}

/** Checks the journals of deposits that match no order (D6). */
async function checkUnattributed(context: ReconcileContext): Promise<Difference[]> {
  const found: Difference[] = [];
  let after: DepositRow | null = null;
  for (;;) {
    const deposits: DepositRow[] = await listUnattributedDeposits(context.database, after, PAGE);
    const entries = await listJournals(context.database, deposits.map(depositJournalId));
    found.push(...deposits.flatMap((deposit) => checkUnattributedDeposit(context, deposit, entries)));
    after = deposits.at(-1) ?? null;
    if (deposits.length < PAGE) return found;
    await yieldToHost();
  }
}
