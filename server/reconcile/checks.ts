import { listJournals, listUnattributedDeposits } from '../db/repositories/audit.ts';
import { listSendsWithoutOutbox } from '../db/repositories/recordedSends.ts';
import { findOutboxRow } from '../db/repositories/outbox.ts';
import type { DepositRow } from '../db/tables/orders.ts';
import { depositJournalId } from '../orders/core/depositBooks.ts';
import { checkActions, checkCheckpoints, checkRows, checkScopes } from './actions.ts';
import { auditOrder, readAudited } from './auditOrders.ts';
import { accountBalances, checkDepositAddress, checkTreasuries, type LedgerUntil } from './balances.ts';
import { locateBookedDeposits } from './bookedDeposits.ts';
import { checkCapital } from './capital.ts';
import { checkCustomer } from './customers.ts';
import { alarm, type Difference, type ReconcileContext } from './difference.ts';
import { checkIndexes, checkUnused, type UnusedReads } from './indexes.ts';
import { checkEarningDay } from './earnings/days.ts';
import { parseObject } from './objects.ts';
import { checkReportDay } from './reports/days.ts';
import { checkOutflows } from './outflows.ts';
import { checkSend, checkUnrecordedSend } from './sends.ts';
import { checkUnattributedDeposit } from './unattributed.ts';
import { checkVenue } from './venues/checkVenue.ts';
import { yieldToHost } from './yieldToHost.ts';

const PAGE = 200;

export interface CheckContext extends ReconcileContext, UnusedReads {
  /** Throws when the ledger could not be read. */
  ledger(): LedgerUntil;
  /** Reads the whole ledger and returns the differences inside of it. */
  readLedger(): Promise<readonly Difference[]>;
}

/** Checks one object by its name (`objects.ts`). Throws when it can't be read. */
export async function checkObject(context: CheckContext, object: string): Promise<readonly Difference[]> {
  const { kind, first, second } = parseObject(object);
  switch (kind) {
    case 'ledger':
      return await context.readLedger();
    case 'treasury':
      return await checkOneTreasury(context, first);
    case 'venue':
      return context.venue ? await checkVenue(context, context.venue) : [];
    case 'capital':
      return await checkCapital(context, (account) => accountBalances(context, context.ledger(), account));
    case 'acts':
      return [
        ...(await checkActions(context)),
        ...(await checkCheckpoints(context)),
        ...(await checkScopes(context)),
        ...(await checkRows(context)),
      ];
    case 'outflows':
      return await checkOutflows(context);
    case 'earnings':
      return await checkEarningDay(context, Number(first));
    case 'reports':
      return await checkReportDay(context, Number(first));
    case 'order':
      return await checkOneOrder(context, object, first);
    case 'customer':
      return await checkCustomer(context, Number(first));
    case 'indexes':
      return await checkIndexes(context);
    case 'unused':
      return await checkUnused(context, first);
    case 'address':
      return await checkDepositAddress(context, context.reads, first, second);
    case 'deposits':
      return await context.reads.call(second, 'deposits', () => locateBookedDeposits(context, first, second));
    case 'send':
      return await checkOneSend(context, object, { network: first, id: second });
    case 'transfer':
      return await checkTransfer(context, { network: first, idempotencyKey: second });
    case 'unattributed':
      return await checkUnattributed(context);
    default:
      throw new Error(`There is no check of ${object}`);
  }
}

async function checkOneTreasury(context: CheckContext, instrument: string): Promise<readonly Difference[]> {
  const network = context.catalogue.instruments.get(instrument)?.network;
  if (network === undefined) throw new Error(`the catalogue has no ${instrument}`);
  const { reads, ledger } = context;
  const checked = await checkTreasuries(context, reads, { network, instruments: [instrument], ledger });
  const result = checked.get(instrument) ?? [];
  if (result instanceof Error) throw result;
  return result;
}

async function checkOneOrder(context: CheckContext, object: string, id: string): Promise<readonly Difference[]> {
  const [books] = await readAudited(context, [id]);
  return books ? await auditOrder(context, books) : [missing(object, 'order')];
}

async function checkOneSend(
  context: CheckContext,
  object: string,
  { network, id }: { network: string; id: string },
): Promise<readonly Difference[]> {
  const row = await findOutboxRow(context.database, id);
  if (!row) return [missing(object, 'outbox row')];
  return await context.reads.call(network, `sends of ${row.instrument}`, () => checkSend(context, row));
}

async function checkTransfer(
  context: CheckContext,
  { network, idempotencyKey }: { network: string; idempotencyKey: string },
): Promise<readonly Difference[]> {
  const transfers = await listSendsWithoutOutbox(context.database, 0);
  const found = transfers.find((one) => one.network === network && one.idempotency_key === idempotencyKey);
  return found ? await context.reads.call(network, 'transfers', () => checkUnrecordedSend(context, found)) : [];
}

/** Checks the journals of deposits that match no order (D6). */
async function checkUnattributed(context: Pick<ReconcileContext, 'database' | 'catalogue' | 'gateways'>): Promise<Difference[]> {
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

const missing = (object: string, what: string): Difference =>
  alarm(
    object,
    `the ${what} is missing`,
    object,
    'The host never deletes it. Look for it in a backup, and find out what else writes to the database.',
  );
