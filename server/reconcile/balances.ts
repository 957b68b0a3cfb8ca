import { add, amount, compare, outside, subtract, ZERO, type Decimal } from '../../contract/money.ts';
import {
  listPendingDeposits,
  listLedgerPage,
  listUnconfirmedSends,
  readOrderBooks,
  type LedgerPosition,
  type OrderBooks,
} from '../db/repositories/audit.ts';
import { findReadUntil } from '../db/repositories/cursors.ts';
import { listOrdersAtAddress, listWatchedOrders } from '../db/repositories/orders.ts';
import { findNoticedAt } from '../db/repositories/reconcile.ts';
import { listTreasuryBalances } from '../db/repositories/treasury.ts';
import { listSentVenueTransfers } from '../db/repositories/venues/venueTransfers.ts';
import type { LedgerAccount, OutboxRow, OutboxState, TreasuryBalanceTable } from '../db/tables/payments.ts';
import { normaliseAddress } from '../instruments/addresses/index.ts';
import { bookCapital } from '../payments/capital.ts';
import { isBatchedSweep } from '../payments/outbox/enqueue.ts';
import { BALANCE_FRESH_MS } from '../payments/treasury.ts';
import { ChainUnavailableError, type ChainGateway } from '../ports/chain/chainGateway.ts';
import { isAtTreasury } from './unattributed.ts';
import { listCountedInstruments } from './capital.ts';
import { alarm, type Difference, type ReconcileContext } from './difference.ts';
import { boundsBetween, feeAllowance, Flows } from './flows.ts';
import type { Totals } from './ledgerTotals.ts';
import { createNetworkReads, type NetworkReads } from './networkReads.ts';
import { OBJECT } from './objects.ts';

const PAGE = 1_000;

/** The sums of the ledger entries before `until` (ms). */
export interface LedgerUntil {
  totals: Totals;
  until: number;
}

/**
 * Compares the treasury's balances of some instruments of a network with the ledger. The comparison is exact; pending transfers
 * widen it to a range. Returns instrument → its differences, or the error of its balance. Throws what `reads` throws when the
 * pending transfers can't be judged.
 */
export async function checkTreasuries(
  context: ReconcileContext,
  reads: NetworkReads,
  { network, instruments, ledger }: { network: string; instruments: readonly string[]; ledger: () => LedgerUntil },
): Promise<Map<string, Difference[] | Error>> {
  const readFlows = () => reads.call(network, PENDING, (gateway) => treasuryFlows(context, gateway, ledger()));
  const before = await readFlows();
  const held = new Map<string, Decimal | Error>();
  for (const slug of instruments) {
    const balance = reads.call(network, slug, (gateway) => gateway.balance(gateway.treasury(), slug));
    held.set(slug, await balance.catch((error: unknown) => asError(error)));
  }
  const after = await readFlows();
  const stored = new Map((await listTreasuryBalances(context.database)).map((row) => [row.instrument, row]));
  return new Map(
    [...held].map(([instrument, balance]): [string, Difference[] | Error] => {
      if (balance instanceof Error) return [instrument, balance];
      const difference = outside(balance, boundsBetween(before, after, instrument));
      const leaving = subtract(before.most(instrument, 'out'), before.booked(instrument, 'out'));
      const differing = describeTreasury(network, instrument, balance, difference);
      // A shortfall explains it, until the next query.
      return [instrument, differing.length > 0 ? differing : checkStored(context, stored.get(instrument), add(balance, leaving))];
    }),
  );
}

/** What the host may promise is at most what the treasury holds. Before it relies on an older value, it queries the network. */
function checkStored(
  { now }: Pick<ReconcileContext, 'now'>,
  stored: TreasuryBalanceTable | undefined,
  most: Decimal,
): Difference[] {
  if (!stored || now() - stored.refreshed_at >= BALANCE_FRESH_MS || compare(stored.amount, most) <= 0) return [];
  const { instrument } = stored;
  const whatToDo = 'Somebody changed the database, so that the host promises what it does not have. Compare it with a backup.';
  return [
    alarm(
      `treasury:stored:${instrument}`,
      'the stored balance exceeds what the treasury holds',
      `${stored.amount} instead of at most ${most} ${instrument}`,
      whatToDo,
    ),
  ];
}

/** The subject of reads about transfers that are not in the ledger yet. */
const PENDING = 'pending transfers';

function describeTreasury(network: string, instrument: string, balance: Decimal, difference: Decimal): Difference[] {
  if (compare(difference, '0') === 0) return [];
  const isLess = amount(difference).lt(ZERO);
  return [
    {
      key: `treasury:${network}:${instrument}`,
      severity: isLess ? 'ALARM' : 'NOTICE',
      what: isLess ? 'the treasury holds less than the ledger says' : 'the treasury holds more than the ledger says',
      howMuch: `${difference} ${instrument} of ${balance}`,
      whatToDo: `${isLess ? SHORTFALL_ADVICE : SURPLUS_ADVICE}: npm run operator -- capital ${instrument} ${difference} NOTE.`,
    },
  ];
}

const SHORTFALL_ADVICE = 'Stop the host and check the transactions of the treasury. If you withdrew it yourself';
const SURPLUS_ADVICE =
  'It may be a deposit without its memo, or a transaction that a reorg removed. If you deposited it yourself';

/**
 * Books what the treasury holds at the first start as capital, for each instrument that has no record of capital and no ledger
 * entry. Runs before the host listens, so that no deposit of a customer is counted as capital. A later run counts what could not
 * be read now.
 */
export async function countTreasuries(context: ReconcileContext, reads = createNetworkReads(context)): Promise<void> {
  const counted = new Set(await listCountedInstruments(context));
  for (const network of context.gateways.keys()) {
    const held = new Map<string, Decimal>();
    for (const slug of instrumentsOf(context, network).filter((one) => !counted.has(one))) {
      const balance = reads.call(network, slug, (gateway) => gateway.balance(gateway.treasury(), slug));
      await balance.then(
        (value) => held.set(slug, value),
        () => undefined,
      );
    }
    // Where customers pay to the treasury, it may hold a deposit that was not scanned yet.
    const isShared = isAtTreasury(context, network);
    if (held.size === 0 || (isShared && (await listWatchedOrders(context.database, network, context.now())).length > 0)) continue;
    const noLedger: LedgerUntil = { totals: new Map(), until: 0 };
    const expected = await reads
      .call(network, PENDING, (gateway) => treasuryFlows(context, gateway, noLedger))
      .catch(ignoreUnavailable);
    if (!expected) continue;
    const openings = [...held].filter(([slug]) => !expected.instruments().has(slug));
    await context.database.transaction().execute(async (transaction) => {
      await bookCapital(context, transaction, async () => {
        const known = new Set(await listCountedInstruments({ database: transaction }));
        return openings
          .filter(([slug]) => !known.has(slug))
          .map(([instrument, balance]) => ({ instrument, amount: balance, note: 'counted at the first start' }));
      });
    });
  }
}

function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof ChainUnavailableError)) throw error;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Returns the coins of a network. */
export function instrumentsOf({ catalogue }: Pick<ReconcileContext, 'catalogue'>, networkSlug: string): string[] {
  return [...catalogue.instruments.values()]
    .filter(({ network, type }) => network === networkSlug && type !== 'fiat')
    .map(({ slug }) => slug);
}

/** Reads pending transfers first and the ledger second: a transfer booked in between is counted twice, never left out. */
async function treasuryFlows(context: ReconcileContext, gateway: ChainGateway, ledger: LedgerUntil): Promise<Flows> {
  const network = gateway.networkSlug;
  const flows = new Flows();
  for (const send of await listUnconfirmedSends(context.database, network)) {
    if (send.from_index === null) await expectLeaving(context, flows, gateway, send);
    else if (send.kind === 'SWEEP') flows.expect(send.instrument, 'in', send.amount);
    if (isBatchedSweep(send)) await expectFee(context, flows, gateway, send);
  }
  if (isAtTreasury(context, network)) {
    for (const deposit of await listPendingDeposits(context.database, network)) {
      flows.expect(deposit.instrument, 'in', deposit.amount);
    }
  }
  // What an exchange has sent us may be in the balance before it is booked.
  for (const { coin, amount: value, instrument_to: to } of await listSentVenueTransfers(context.database)) {
    for (const slug of to === null ? instrumentsOf(context, network) : []) {
      if (context.catalogue.instruments.get(slug)?.marketSymbol === coin) flows.expect(slug, 'in', value);
    }
  }
  await bookEntries(context, ledger, 'TREASURY', flows);
  return flows;
}

/** Adds all ledger entries of an account to `flows`. */
async function bookEntries(
  { database }: Pick<ReconcileContext, 'database'>,
  ledger: LedgerUntil,
  of: LedgerAccount,
  flows: Flows,
): Promise<void> {
  for (const { account, instrument, inflow, outflow } of ledger.totals.values()) {
    if (account !== of) continue;
    flows.book(instrument, inflow);
    flows.book(instrument, subtract('0', outflow));
  }
  let after: LedgerPosition | null = null;
  for (;;) {
    const page = { since: ledger.until, until: Number.MAX_SAFE_INTEGER, after, limit: PAGE, account: of } as const;
    const entries = await listLedgerPage(database, page);
    for (const entry of entries) flows.book(entry.instrument, entry.amount);
    const last = entries.at(-1);
    if (!last || entries.length < PAGE) return;
    after = { created_at: last.created_at, journal_id: last.journal_id, line: last.line };
  }
}

/** Returns instrument → balance of an account in the ledger. */
export async function accountBalances(
  context: Pick<ReconcileContext, 'database'>,
  ledger: LedgerUntil,
  account: LedgerAccount,
): Promise<Map<string, Decimal>> {
  const flows = new Flows();
  await bookEntries(context, ledger, account, flows);
  return new Map(
    [...flows.instruments()].map((slug) => [slug, subtract(flows.booked(slug, 'in'), flows.booked(slug, 'out'))] as const),
  );
}

/**
 * Returns the differences between an instrument's balance at an order's deposit address and the ledger of all orders that
 * use the address (D63). Where deposits arrive at the treasury, only the address is compared with the order's index. Empty for an order
 * that does not exist.
 *
 * What an open order received must be recorded once the network was read up to the time at which it was noticed: otherwise its
 * customer has paid, and the host does not see it. Throws ChainUnavailableError until then, and what `reads` throws.
 */
export async function checkDepositAddress(
  context: ReconcileContext,
  reads: NetworkReads,
  orderId: string,
  instrument: string,
): Promise<Difference[]> {
  const network = context.catalogue.instruments.get(instrument)?.network ?? '';
  const readFlows = () => reads.call(network, PENDING, (gateway) => depositAddressFlows(context, gateway, orderId));
  const before = await readFlows();
  if (!before) return [];
  const { order } = before;
  const key = `address:${network}:${order.deposit_address}:${instrument}`;
  const own = await reads.call(network, instrument, (gateway) => gateway.addressAt(order.deposit_index));
  const normal = addressForm(context, network);
  if (network === order.network_from && normal(own.address) !== normal(order.deposit_address)) {
    const howMuch = `${own.address} at index ${order.deposit_index}`;
    return [alarm(key, `the deposit address of order ${order.id} is not the one of its index`, howMuch, FOREIGN_ADVICE)];
  }
  if (isAtTreasury(context, network)) return [];
  const readAt = context.now();
  const balance = await reads.call(network, instrument, (gateway) => gateway.balance(order.deposit_index, instrument));
  const after = await readFlows();
  if (!after) return [];
  const difference = outside(balance, boundsBetween(before.flows, after.flows, instrument));
  if (compare(difference, '0') === 0) return [];
  const isLess = amount(difference).lt(ZERO);
  const isUnseen = !isLess && after.isOpen;
  if (isUnseen) {
    const noticedAt = Math.min(readAt, await findNoticedAt(context.database, OBJECT.address(orderId, instrument), readAt));
    if ((await findReadUntil(context.database, network)) < noticedAt)
      throw new ChainUnavailableError(`deposits on ${network} are not read yet`);
  }
  return [
    {
      key,
      severity: isLess || isUnseen ? 'ALARM' : 'NOTICE',
      what: `the deposit address of order ${order.id} holds ${isLess ? 'less' : 'more'} than the ledger says`,
      howMuch: `${difference} ${instrument} of ${balance}`,
      whatToDo: isLess
        ? 'A booked deposit may have been reorged out, or the seed may be stolen. Check the transactions of the address.'
        : `The address received more than was recorded. Check its transactions${isUnseen ? `: npm run operator -- find ${order.id} BLOCK` : ''}.`,
    },
  ];
}

const FOREIGN_ADVICE =
  'Somebody changed the database: deposits arrive where no sweep finds them. Compare the order with a backup.';

/** Whether the order waits for money, so that what arrives must be seen. */
function isOpenOrder({ order }: OrderBooks): boolean {
  return order.ended_at === null;
}

/**
 * Returns the instruments whose balance at an order's deposit address is compared: those with ledger entries, including
 * wrong-network deposits, and those of pending transfers. With `isFull` also what an open order waits for.
 */
export function instrumentsAtAddress(books: OrderBooks, isFull: boolean): string[] {
  const { order, entries, deposits, sends } = books;
  const awaited = isFull && isOpenOrder(books) ? [order.instrument_from] : [];
  const booked = entries.filter((entry) => entry.account === 'DEPOSIT_ADDRESSES');
  if (booked.length === 0) return awaited;
  const leaving = sends.filter((send) => send.from_index === order.deposit_index && PENDING_STATES.includes(send.state));
  const arriving = deposits.filter((deposit) => deposit.booked_at === null);
  return [...new Set([...awaited, ...[...booked, ...leaving, ...arriving].map(({ instrument }) => instrument)])];
}

const PENDING_STATES: readonly OutboxState[] = ['PENDING', 'SENT', 'REFUSED'];

async function depositAddressFlows(context: ReconcileContext, gateway: ChainGateway, orderId: string) {
  const all = await readOrderBooks(context.database, await listOrdersAtAddress(context.database, orderId));
  const order = all.find((books) => books.order.id === orderId)?.order;
  if (!order) return null;
  const isThere = ({ instrument }: { instrument: string }): boolean =>
    context.catalogue.instruments.get(instrument)?.network === gateway.networkSlug;
  const entries = all.flatMap((books) => books.entries);
  const own = entries.filter((entry) => isThere(entry) && entry.account === 'DEPOSIT_ADDRESSES');
  const isOpen = order.network_from === gateway.networkSlug && all.some(isOpenOrder);
  if (own.length === 0 && !isOpen) return null;
  const flows = new Flows();
  for (const send of all.flatMap(({ sends }) => sends).filter(isThere)) {
    if (!PENDING_STATES.includes(send.state)) continue;
    if (isBatchedSweep(send)) flows.expect(send.instrument, 'out', send.amount);
    else if (send.from_index === order.deposit_index) await expectLeaving(context, flows, gateway, send);
    else if (send.kind === 'TOP_UP') flows.expect(send.instrument, 'in', send.amount);
  }
  for (const deposit of all.flatMap(({ deposits }) => deposits).filter(isThere)) {
    if (deposit.booked_at === null) flows.expect(deposit.instrument, 'in', deposit.amount);
  }
  for (const { instrument, amount: value } of own) flows.book(instrument, value);
  return { order, flows, isOpen };
}

async function expectLeaving(context: ReconcileContext, flows: Flows, gateway: ChainGateway, send: OutboxRow): Promise<void> {
  flows.expect(send.instrument, 'out', send.amount);
  await expectFee(context, flows, gateway, send);
}

async function expectFee(context: ReconcileContext, flows: Flows, gateway: ChainGateway, send: OutboxRow): Promise<void> {
  const fee = await estimateFee(context, gateway, send.instrument);
  const allowance = feeAllowance(fee.amount);
  const paid = await paidFee(gateway, send);
  flows.expect(fee.instrumentSlug, 'out', paid !== null && compare(paid, allowance) > 0 ? paid : allowance);
}

/** Returns the fee of a send that a block includes; null as long as the network does not tell it. */
async function paidFee(gateway: ChainGateway, { state, idempotency_key: key }: OutboxRow): Promise<Decimal | null> {
  if (state !== 'SENT') return null;
  const onNetwork = await gateway.sendState(key).catch((error: unknown) => {
    ignoreUnavailable(error);
    return null;
  });
  return onNetwork?.state === 'confirmed' ? onNetwork.feePaid.amount : null;
}

/** A token that can't be read must not hide the native coin, so the fee of a native transfer replaces its estimate. */
async function estimateFee({ catalogue }: ReconcileContext, gateway: ChainGateway, instrument: string) {
  try {
    return await gateway.estimateFee(instrument);
  } catch (error) {
    const native = catalogue.networks.get(gateway.networkSlug)?.nativeInstrument;
    if (native === undefined || native === instrument) throw error;
    return await gateway.estimateFee(native);
  }
}

function addressForm(context: ReconcileContext, networkSlug: string): (address: string) => string {
  const network = context.catalogue.networks.get(networkSlug);
  return network ? (address) => normaliseAddress(network, address) : (address) => address;
}
