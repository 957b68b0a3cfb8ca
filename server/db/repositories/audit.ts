import type { OrderStatus } from '../../../contract/order.ts';
import type { Database, Executor } from '../database.ts';
import type { AccrualRow } from '../tables/affiliates.ts';
import type { SignedDocumentTable } from '../tables/documents.ts';
import type { DepositClaimRow, DepositRow, OrderEventTable, OrderRow, ReservationTable } from '../tables/orders.ts';
import type { LedgerAccount, LedgerEntryTable, OutboxRow, OutboxState } from '../tables/payments.ts';
import { listAccrualsOfOrders, listOrderParties, type OrderParties } from './earnings/accruals.ts';
import { listOrders } from './orders.ts';
import { listDocumentsOfOrders } from './signedDocuments.ts';

/** Reads for reconciliation, in pages. */

export interface OrderBooks {
  order: OrderRow;
  events: readonly OrderEventTable[];
  entries: readonly LedgerEntryTable[];
  deposits: readonly DepositRow[];
  sends: readonly OutboxRow[];
  reservation: ReservationTable | null;
}

/** The accounting records of an order with what explains and proves them. */
export interface AuditedOrder extends OrderBooks {
  /** Its claims of unattributed deposits that were accepted (D6) */
  claims: readonly DepositClaimRow[];
  /** The journals of these deposits, which were booked before they had an order */
  claimedEntries: readonly LedgerEntryTable[];
  /** What it earned customers (D48) */
  accruals: readonly AccrualRow[];
  /** Who may earn from it, as they are now */
  parties: OrderParties;
  /** Sorted by kind and number */
  documents: readonly SignedDocumentTable[];
}

/** Returns the accounting records of these orders in one snapshot. Ignores unknown ids. */
export async function readOrderBooks(database: Database, orderIds: readonly string[]): Promise<OrderBooks[]> {
  return await inSnapshot(database, async (snapshot) => await readBooks(snapshot, orderIds));
}

/** Returns the audited orders in one snapshot. `journalsOf` names the journals of claimed deposits. Ignores unknown ids. */
export async function readAuditedOrders(
  database: Database,
  orderIds: readonly string[],
  journalsOf: (claim: DepositClaimRow) => readonly string[],
): Promise<AuditedOrder[]> {
  if (orderIds.length === 0) return [];
  return await inSnapshot(database, async (snapshot) => {
    const books = await readBooks(snapshot, orderIds);
    const claims = await snapshot
      .selectFrom('deposit_claims')
      .selectAll()
      .where('order_id', 'in', orderIds)
      .where('state', '=', 'ATTRIBUTED')
      .execute();
    const claimedEntries = await listJournals(snapshot, claims.flatMap(journalsOf));
    const documents = await listDocumentsOfOrders(snapshot, orderIds);
    const accruals = await listAccrualsOfOrders(snapshot, orderIds);
    const partiesOf = new Map((await listOrderParties(snapshot, orderIds)).map((row) => [row.order_id, row]));
    const claimsOf = Map.groupBy(claims, (row) => row.order_id);
    const entriesOf = Map.groupBy(claimedEntries, (row) => row.journal_id);
    const accrualsOf = Map.groupBy(accruals, (row) => row.order_id);
    const documentsOf = Map.groupBy(documents, (row) => row.order_id);
    return books.flatMap((one) => {
      const parties = partiesOf.get(one.order.id);
      if (!parties) return [];
      const own = claimsOf.get(one.order.id) ?? [];
      return {
        ...one,
        claims: own,
        claimedEntries: own.flatMap(journalsOf).flatMap((id) => entriesOf.get(id) ?? []),
        parties,
        accruals: accrualsOf.get(one.order.id) ?? [],
        documents: documentsOf.get(one.order.id) ?? [],
      };
    });
  });
}

export async function inSnapshot<Result>(database: Database, work: (snapshot: Executor) => Promise<Result>): Promise<Result> {
  return await database.transaction().setIsolationLevel('repeatable read').execute(work);
}

async function readBooks(snapshot: Executor, orderIds: readonly string[]): Promise<OrderBooks[]> {
  if (orderIds.length === 0) return [];
  const orders = await listOrders(snapshot, orderIds);
  const events = await snapshot.selectFrom('order_events').selectAll().where('order_id', 'in', orderIds).execute();
  const entries = await snapshot.selectFrom('ledger_entries').selectAll().where('order_id', 'in', orderIds).execute();
  const deposits = await snapshot.selectFrom('deposits').selectAll().where('order_id', 'in', orderIds).execute();
  const sends = await snapshot.selectFrom('outbox').selectAll().where('order_id', 'in', orderIds).execute();
  const reservations = await snapshot.selectFrom('reservations').selectAll().where('order_id', 'in', orderIds).execute();
  const eventsOf = Map.groupBy(events, (row) => row.order_id);
  const entriesOf = Map.groupBy(entries, (row) => row.order_id);
  const depositsOf = Map.groupBy(deposits, (row) => row.order_id);
  const sendsOf = Map.groupBy(sends, (row) => row.order_id);
  const reservationOf = new Map(reservations.map((row) => [row.order_id, row]));
  return orders.map((order) => ({
    order,
    events: eventsOf.get(order.id) ?? [],
    entries: entriesOf.get(order.id) ?? [],
    deposits: depositsOf.get(order.id) ?? [],
    sends: sendsOf.get(order.id) ?? [],
    reservation: reservationOf.get(order.id) ?? null,
  }));
}

/** Returns a page of order ids, sorted, after `after`. */
export async function listOrderIds(executor: Executor, after: string | null, limit: number): Promise<string[]> {
  const orders = executor.selectFrom('orders').select('id').orderBy('id').limit(limit);
  const rows = await (after === null ? orders : orders.where('id', '>', after)).execute();
  return rows.map((row) => row.id);
}

/** Returns the ids of orders in these statuses. */
export async function listOrderIdsIn(executor: Executor, statuses: readonly OrderStatus[]): Promise<string[]> {
  const rows = await executor.selectFrom('orders').select('id').where('status', 'in', statuses).execute();
  return rows.map((row) => row.id);
}

export async function listReservedOrderIds(executor: Executor): Promise<string[]> {
  const rows = await executor.selectFrom('reservations').select('order_id').execute();
  return rows.map((row) => row.order_id);
}

/** The position of a ledger entry, for paging */
export type LedgerPosition = Pick<LedgerEntryTable, 'created_at' | 'journal_id' | 'line'>;

/** Returns a page of entries from `since` (inclusive) to `until` (exclusive), after `after`, by time and journal. */
export async function listLedgerPage(
  executor: Executor,
  page: { since: number; until: number; after: LedgerPosition | null; limit: number; account?: LedgerAccount },
): Promise<LedgerEntryTable[]> {
  const { since, until, after, limit, account } = page;
  const all = executor
    .selectFrom('ledger_entries')
    .selectAll()
    .where('created_at', '<', until)
    .orderBy('created_at')
    .orderBy('journal_id')
    .orderBy('line')
    .limit(limit);
  const entries = account === undefined ? all : all.where('account', '=', account);
  if (after === null) return await entries.where('created_at', '>=', since).execute();
  return await entries
    .where('created_at', '>=', after.created_at)
    .where((where) =>
      where.or([
        where('created_at', '>', after.created_at),
        where('journal_id', '>', after.journal_id),
        where.and([where('journal_id', '=', after.journal_id), where('line', '>', after.line)]),
      ]),
    )
    .execute();
}

/** Returns those of the ids that exist. */
export async function listExistingOrderIds(executor: Executor, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const rows = await executor.selectFrom('orders').select('id').where('id', 'in', orderIds).execute();
  return rows.map((row) => row.id);
}

/** Returns a network's sends that are not confirmed: pending, sent or refused. */
export async function listUnconfirmedSends(executor: Executor, network: string): Promise<OutboxRow[]> {
  return await executor
    .selectFrom('outbox')
    .selectAll()
    .where('network', '=', network)
    .where('state', 'in', ['PENDING', 'SENT', 'REFUSED'] satisfies OutboxState[])
    .execute();
}

/** Returns a network's deposits that are not booked yet. */
export async function listPendingDeposits(executor: Executor, network: string): Promise<DepositRow[]> {
  return await executor
    .selectFrom('deposits')
    .selectAll()
    .where('network', '=', network)
    .where('booked_at', 'is', null)
    .execute();
}

/** Returns a page of booked deposits without an order (D6), after `after`. */
export async function listUnattributedDeposits(
  executor: Executor,
  after: Pick<DepositRow, 'network' | 'tx_hash' | 'transfer_index'> | null,
  limit: number,
): Promise<DepositRow[]> {
  const deposits = executor
    .selectFrom('deposits')
    .selectAll()
    .where('order_id', 'is', null)
    .where('booked_at', 'is not', null)
    .orderBy('network')
    .orderBy('tx_hash')
    .orderBy('transfer_index')
    .limit(limit);
  if (after === null) return await deposits.execute();
  return await deposits
    .where((where) =>
      where.or([
        where('network', '>', after.network),
        where.and([where('network', '=', after.network), where('tx_hash', '>', after.tx_hash)]),
        where.and([
          where('network', '=', after.network),
          where('tx_hash', '=', after.tx_hash),
          where('transfer_index', '>', after.transfer_index),
        ]),
      ]),
    )
    .execute();
}

export async function listJournals(executor: Executor, journalIds: readonly string[]): Promise<LedgerEntryTable[]> {
  if (journalIds.length === 0) return [];
  return await executor.selectFrom('ledger_entries').selectAll().where('journal_id', 'in', journalIds).execute();
}
