import { compare, sum } from '../../contract/money.ts';
import { FLOATING_DEPOSIT_WINDOW_MS, WATCH_AFTER_END_MS } from '../../contract/limits.ts';
import { addressIndex, type AddressIndex } from '../common/addressIndex.ts';
import { findCounterValue } from '../db/repositories/cursors.ts';
import { listUnattributedAt } from '../db/repositories/deposits.ts';
import { listForgottenIndexes } from '../db/repositories/recovery/forgottenIndexes.ts';
import { findHighestIndex, isIndexUsed, listIndexesSince } from '../db/repositories/orders.ts';
import type { ReconcileFindingTable } from '../db/tables/reconcile.ts';
import { instrumentsOf } from './balances.ts';
import { alarm, notice, type Difference, type ReconcileContext } from './difference.ts';
import type { NetworkReads } from './networkReads.ts';
import { OBJECT } from './objects.ts';
import { isAtTreasury } from './unattributed.ts';

/** An order is watched that long at least, if nobody pays it. */
const WATCHED_MS = FLOATING_DEPOSIT_WINDOW_MS + WATCH_AFTER_END_MS;
/** Each needs a query for each coin. */
const MOST_PER_RUN = 200;
const RUNS_WHILE_WATCHED = 7;
const DAY_MS = 24 * 3_600_000;

type Context = Pick<ReconcileContext, 'database' | 'catalogue' | 'gateways' | 'now'>;

/** What a run reads for the checks of unused addresses. */
export interface UnusedReads {
  reads: NetworkReads;
  /** The confirmed differences of earlier runs */
  findings: readonly ReconcileFindingTable[];
  /** {@link listUnusedIndexes} at the first call */
  unusedIndexes(): Promise<readonly AddressIndex[]>;
}

/** Compares the counter of deposit addresses with the orders: an order must not get the address of another one. */
export async function checkIndexes(context: Pick<Context, 'database' | 'now'>): Promise<Difference[]> {
  const last = await findCounterValue(context.database, 'deposit_index');
  const highest = await findHighestIndex(context.database);
  if (last < highest) {
    const whatToDo = 'Somebody changed the database. Stop the host: new orders would get addresses of earlier ones.';
    return [alarm('indexes', 'the counter of deposit addresses went back', `${last} instead of ${highest} at least`, whatToDo)];
  }
  const unused = countOf(await findGaps(context));
  if (unused <= MOST_PER_RUN * RUNS_WHILE_WATCHED) return [];
  const whatToDo = 'Either many orders were refused, or somebody raised the counter. Not every unused address is checked.';
  return [notice('indexes:unused', 'there are many deposit addresses without an order', String(unused), whatToDo)];
}

/**
 * Returns indexes of deposit addresses without an order that are as recent as the orders that are still watched. A start of the host
 * leaves some unused, and so does each refused order. Returns at most {@link MOST_PER_RUN}, and other ones each day.
 */
export async function listUnusedIndexes(context: Pick<Context, 'database' | 'now'>): Promise<AddressIndex[]> {
  const gaps = await findGaps(context);
  const count = countOf(gaps);
  const length = Math.min(count, MOST_PER_RUN);
  const first = Math.floor(context.now() / DAY_MS) * MOST_PER_RUN;
  return Array.from({ length }, (_, place) => addressIndex(indexAt(gaps, (first + place) % count)));
}

/** Indexes from the first to the last one */
type Gap = readonly [first: number, last: number];

const countOf = (gaps: readonly Gap[]): number => gaps.reduce((total, [first, last]) => total + last - first + 1, 0);

function indexAt(gaps: readonly Gap[], place: number): number {
  let left = place;
  for (const [first, last] of gaps) {
    if (left <= last - first) return first + left;
    left -= last - first + 1;
  }
  throw new Error(`There are not ${place} unused indexes`);
}

/**
 * Returns the gaps between used indexes. The first gap begins after the last older order, so that deleted orders leave a gap too. The
 * indexes of forgotten orders (D73) are watched, and are no gap.
 */
async function findGaps({ database, now }: Pick<Context, 'database' | 'now'>): Promise<Gap[]> {
  const used = await listIndexesSince(database, now() - WATCHED_MS);
  const last = await findCounterValue(database, 'deposit_index');
  const before = used[0] ?? (await findHighestIndex(database));
  const forgotten = (await listForgottenIndexes(database, 0)).map((row): Gap => [row.first_index, row.last_index]);
  const taken = [...used.map((index): Gap => [index, index]), ...forgotten, [last + 1, last + 1] as const];
  const gaps: Gap[] = [];
  let next = before + 1;
  for (const [first, end] of taken.toSorted(([left], [right]) => left - right)) {
    if (next < first) gaps.push([next, first - 1]);
    next = Math.max(next, end + 1);
  }
  return gaps;
}

/** Returns the coins that may lie at an address of their own. */
export function instrumentsAtIndexes(context: Pick<Context, 'catalogue' | 'gateways'>): string[] {
  const networks = [...context.gateways.keys()].filter((network) => !isAtTreasury(context, network));
  return networks.flatMap((network) => instrumentsOf(context, network));
}

/**
 * Returns a difference for each address without an order that holds more of the coin than the recorded deposits of a forgotten order (D73):
 * {@link listUnusedIndexes}, and those at which it was found before. Throws what `reads` throws.
 */
export async function checkUnused(
  context: Pick<Context, 'database' | 'catalogue'> & UnusedReads,
  instrument: string,
): Promise<Difference[]> {
  const { database, catalogue, reads } = context;
  const network = catalogue.instruments.get(instrument)?.network ?? '';
  const object = OBJECT.unused(instrument);
  const known = context.findings
    .filter((finding) => finding.object === object)
    .map(({ key }) => addressIndex(Number(key.split(':').at(-1))));
  const found: Difference[] = [];
  for (const index of new Set([...known, ...(await context.unusedIndexes())])) {
    const balance = await reads.call(network, instrument, (gateway) => gateway.balance(index, instrument));
    if (compare(balance, '0') <= 0 || (await isIndexUsed(database, index))) continue;
    const { address } = await reads.call(network, instrument, (gateway) => gateway.addressAt(index));
    const recorded = (await listUnattributedAt(database, network, address)).filter(
      (deposit) => deposit.instrument === instrument,
    );
    if (compare(balance, sum(recorded.map(({ amount }) => amount))) <= 0) continue;
    const howMuch = `${balance} ${instrument} at ${address}`;
    found.push(alarm(`${object}:${index}`, 'a deposit address without an order holds coins', howMuch, DELETED_ADVICE));
  }
  return found;
}

const DELETED_ADVICE = 'Somebody deleted the order while its customer paid. Look for it in a backup, and refund the customer.';
