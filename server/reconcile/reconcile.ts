import type { AddressIndex } from '../common/addressIndex.ts';
import type { OrderStatus } from '../../contract/order.ts';
import { listOrderIds, listOrderIdsIn, listReservedOrderIds } from '../db/repositories/audit.ts';
import { listSendsWithoutOutbox } from '../db/repositories/recordedSends.ts';
import { listCustomersToAudit } from '../db/repositories/accounts/customerBooks.ts';
import {
  findReconcileState,
  listFindings,
  listReconcileTotals,
  listSendsToAudit,
  writeReconcileState,
} from '../db/repositories/reconcile.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import {
  accountBalances,
  checkTreasuries,
  countTreasuries,
  instrumentsAtAddress,
  instrumentsOf,
  type LedgerUntil,
} from './balances.ts';
import { auditOrder, readAudited } from './auditOrders.ts';
import { networksToLocateOn } from './bookedDeposits.ts';
import { readBooks, type Books } from './books.ts';
import type { CheckContext } from './checks.ts';
import type { Difference, ReconcileContext } from './difference.ts';
import { listEarningDays } from './earnings/days.ts';
import { createExamination } from './examination.ts';
import { readLedger, type Totals } from './ledgerTotals.ts';
import { listReportDays } from './reports/days.ts';
import { instrumentsAtIndexes, listUnusedIndexes } from './indexes.ts';
import { createNetworkReads } from './networkReads.ts';
import { OBJECT } from './objects.ts';
import { checkSend, checkUnrecordedSend } from './sends.ts';
import { isVerified, markVerified } from './verifiedSends.ts';
import { yieldToHost } from './yieldToHost.ts';

export interface ReconcileOptions {
  /**
   * `true`: everything is checked. `false`: what changed since the last run, open orders, the treasuries with ledger entries, and
   * every object that has a difference or could not be read.
   */
  isFull?: boolean;
  /** Delay in ms before a difference is checked again, and the total number of checks. */
  settleMs?: number;
  checks?: number;
  /** How long an object may stay unread before it is an alarm, in ms. */
  unreadAlarmMs?: number;
  /** Called after each page, so that the job can renew its lease. */
  onProgress?: () => Promise<void>;
  /** Aborts the run before its next network request. */
  signal?: AbortSignal;
}

/** What is known about all objects after the run, and how many this run checked. */
export interface Reconciliation extends Books {
  orders: number;
  sends: number;
}

export const UNREAD_ALARM_MS = 6 * 3_600_000;
const PAGE = 200;
/** Entries have the start time of their transaction, so entries younger than this (ms) may still appear out of order. */
const UNSETTLED_MS = 10 * 60_000;
const OPEN_STATUSES: readonly OrderStatus[] = ['CONFIRMING', 'DECISION_NEEDED', 'PAYING_OUT', 'REFUND_REQUESTED', 'REFUNDING'];

/**
 * Compares the ledger, the orders, the balances of customers, the outbox and the networks (D9), object by object, while the host runs. The results are stored
 * for each object: a difference disappears only when a run has read its object and found it correct. Rejects when the database or
 * `onProgress` does, or when `signal` aborts; then the objects that were not concluded stay as they were.
 */
export async function reconcile(context: ReconcileContext, options: ReconcileOptions = {}): Promise<Reconciliation> {
  const { isFull = true, settleMs = 2_000, checks = 3, unreadAlarmMs = UNREAD_ALARM_MS, onProgress, signal } = options;
  const { database, now } = context;
  const earlier = await findReconcileState(database);
  const until = Math.max(earlier?.totals_until ?? 0, now() - UNSETTLED_MS);
  /** null: everything is checked. */
  const since = isFull || !earlier ? null : earlier.totals_until;
  const changedOrders = new Set<string>();
  let ledger: LedgerUntil | null = null;
  let unused: Promise<readonly AddressIndex[]> | null = null;
  const reads = createNetworkReads(context, signal);
  const checkContext: CheckContext = {
    ...context,
    reads,
    findings: await listFindings(database),
    ledger: () => {
      if (!ledger) throw new Error('the ledger could not be read');
      return ledger;
    },
    // Each coin asks for them.
    unusedIndexes: () => (unused ??= listUnusedIndexes(context)),
    readLedger: readWholeLedger,
  };
  const { examine, isStanding, remaining, hasSuspects, conclude } = await createExamination(checkContext, {
    settleMs,
    checks,
    signal,
  });

  await countTreasuries(context, reads);
  let isWhole = since === null || !(await readNewEntries(since));
  if (isWhole) await examine(OBJECT.ledger);
  await examineTreasuries();
  await examine(OBJECT.acts);
  await examine(OBJECT.outflows);
  for (const day of listEarningDays(now(), since === null)) await examine(day);
  for (const day of listReportDays(now(), since === null)) await examine(day);
  // The stored totals may be wrong. Sums of the whole ledger decide.
  if (!isWhole && hasSuspects()) {
    isWhole = true;
    await examine(OBJECT.ledger);
    await examineTreasuries();
  }
  // An alarm about the treasury does not wait for the rest of the run.
  await conclude();

  let orders = 0;
  for await (const ids of since === null ? allOrders() : pagesOf(await dueOrders())) {
    orders += ids.length;
    await examineOrders(ids);
    await turnPage();
  }
  for (const userId of await listCustomersToAudit(database, since)) {
    await examine(OBJECT.customer(userId));
    await turnPage();
  }
  const sends = await examineSends();
  for (const send of await listSendsWithoutOutbox(database, since ?? 0)) {
    const check = () => reads.call(send.network, 'transfers', () => checkUnrecordedSend(context, send));
    await examine(OBJECT.transfer(send.network, send.idempotency_key), check);
  }
  if (since === null) await examineUnused();
  if (since === null) await examine(OBJECT.unattributed);
  for (const object of remaining()) await examine(object);
  await conclude();
  await writeState();
  return { ...(await readBooks(context, unreadAlarmMs)), orders, sends };

  /** Adds the newer entries to the stored totals. Returns false when only the whole ledger can decide. */
  async function readNewEntries(from: number): Promise<boolean> {
    const totals: Totals = new Map((await listReconcileTotals(database)).map((row) => [`${row.account} ${row.instrument}`, row]));
    try {
      const found = await readEntries(totals, from, changedOrders);
      return found.length === 0 && !isStanding(OBJECT.ledger);
    } catch {
      return false;
    }
  }

  async function readWholeLedger(): Promise<Difference[]> {
    ledger = null;
    return await readEntries(new Map(), 0, null);
  }

  async function readEntries(totals: Totals, from: number, orderIds: Set<string> | null): Promise<Difference[]> {
    const found = [
      ...(await readLedger(context, totals, { since: from, until, orderIds })),
      ...(await readLedger(context, new Map(), { since: until, until: Number.MAX_SAFE_INTEGER, orderIds })),
    ];
    ledger = { totals, until };
    return found;
  }

  async function examineTreasuries(): Promise<void> {
    const booked = ledger ? await accountBalances(context, ledger, 'TREASURY') : new Map<string, string>();
    const isDue = (slug: string): boolean => since === null || booked.has(slug) || isStanding(OBJECT.treasury(slug));
    for (const network of context.gateways.keys()) {
      await turnPage();
      const instruments = instrumentsOf(context, network).filter(isDue);
      await examineTreasuriesOf(network, instruments);
      for (const slug of instruments) booked.delete(slug);
    }
    // Coins without a network: nothing proves that they are there.
    for (const [slug, balance] of booked) if (balance !== '0') await examine(OBJECT.treasury(slug));
    await examine(OBJECT.capital);
    if (context.venue) await examine(OBJECT.venue(context.venue.name));
  }

  async function examineTreasuriesOf(network: string, instruments: readonly string[]): Promise<void> {
    const sums = { network, instruments, ledger: checkContext.ledger };
    const checked = await checkTreasuries(context, reads, sums).catch((error: unknown) => error);
    for (const slug of instruments) {
      const result = checked instanceof Map ? checked.get(slug) : checked;
      await examine(OBJECT.treasury(slug), () => (Array.isArray(result) ? result : Promise.reject(result)));
    }
  }

  async function dueOrders(): Promise<string[]> {
    for (const id of await listOrderIdsIn(database, OPEN_STATUSES)) changedOrders.add(id);
    for (const id of await listReservedOrderIds(database)) changedOrders.add(id);
    return [...changedOrders];
  }

  async function* allOrders(): AsyncGenerator<string[]> {
    let after: string | null = null;
    for (;;) {
      const ids = await listOrderIds(database, after, PAGE);
      if (ids.length > 0) yield ids;
      after = ids.at(-1) ?? null;
      if (ids.length < PAGE) return;
    }
  }

  async function examineOrders(ids: readonly string[]): Promise<void> {
    for (const one of await readAudited(context, ids)) {
      const { id, watch_until: watchedUntil } = one.order;
      await examine(OBJECT.order(id), () => auditOrder(context, one));
      // Addresses are compared as long as they are watched for late deposits (D6).
      const instruments = watchedUntil >= now() ? instrumentsAtAddress(one, since === null) : [];
      for (const slug of instruments) await examine(OBJECT.address(id, slug));
      for (const network of networksToLocateOn(one, now())) await examine(OBJECT.deposits(id, network));
    }
  }

  /** Queries addresses without an order: somebody may have deleted the order while its customer paid. */
  async function examineUnused(): Promise<void> {
    await examine(OBJECT.indexes);
    for (const instrument of instrumentsAtIndexes(context)) {
      await examine(OBJECT.unused(instrument));
      await turnPage();
    }
  }

  async function examineSends(): Promise<number> {
    let count = 0;
    let after: string | null = null;
    for (;;) {
      const rows = await listSendsToAudit(database, { confirmedSince: since, after, limit: PAGE });
      const verified: OutboxRow[] = [];
      for (const row of rows) {
        if (isLongAgo(row, now()) && (await isVerified(context.signer.publicKeys, row))) continue;
        count += 1;
        const check = () => reads.call(row.network, `sends of ${row.instrument}`, () => checkSend(context, row));
        if ((await examine(OBJECT.send(row.network, row.id), check)) && isLongAgo(row, now())) verified.push(row);
      }
      await markVerified(context, database, verified);
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

  async function writeState(): Promise<void> {
    const totals = ledger ? [...ledger.totals.values()] : await listReconcileTotals(database);
    const totalsUntil = ledger?.until ?? earlier?.totals_until ?? 0;
    const fullAt = since === null ? now() : (earlier?.full_at ?? now());
    await writeReconcileState(database, { totals_until: totalsUntil, ended_at: now(), full_at: fullAt }, totals);
  }
}

/** In ms. Reorgs don't reach further back, and pruned nodes may have dropped older transactions. */
const LONG_AGO_MS = 7 * 24 * 3_600_000;

function isLongAgo({ state, confirmed_at }: OutboxRow, now: number): boolean {
  return state === 'CONFIRMED' && confirmed_at !== null && confirmed_at < now - LONG_AGO_MS;
}

function* pagesOf(ids: readonly string[]): Generator<string[]> {
  for (let start = 0; start < ids.length; start += PAGE) yield ids.slice(start, start + PAGE);
}
