import { amount, compare, subtract, sum, ZERO, type Decimal } from '../../contract/money.ts';
import {
  listPendingDeposits,
  listLedgerPage,
  listUnconfirmedSends,
  readOrderBooks,
  type LedgerPosition,
  type OrderBooks,
} from '../db/repositories/audit.ts';
import { listJournal, listLedgerEntries } from '../db/repositories/ledger.ts';
import { listWatchedOrders } from '../db/repositories/orders.ts';
import type { LedgerAccount, OutboxRow } from '../db/tables/orders.ts';
import { normaliseAddress } from '../instruments/addresses/index.ts';
import { bookCapital } from '../orders/core/capital.ts';
import { isWrittenOff } from '../orders/core/depositRules.ts';
import { ChainUnavailableError, type ChainGateway } from '../ports/chain/chainGateway.ts';
import { TREASURY_INDEX } from '../ports/chain/treasury.ts';
import { listCountedInstruments } from './capital.ts';
import type { Difference, ReconcileContext } from './difference.ts';
import { boundsBetween, feeAllowance, Flows, outside } from './flows.ts';
import type { Totals } from './ledgerTotals.ts';

const PAGE = 1_000;

/** The sums of the ledger entries before `until` (ms). */
export interface LedgerUntil {
  totals: Totals;
  until: number;
}

/**
 * Returns the differences between the treasury balances of a network and the ledger. The comparison is exact; pending transfers
 * widen it to a range. `all` checks every instrument of the network, not only those with ledger entries. Throws
 * ChainUnavailableError.
 */
export async function checkTreasury(
  context: ReconcileContext,
  gateway: ChainGateway,
  ledger: LedgerUntil,
  { all }: { all: boolean },
): Promise<Difference[]> {
  const before = await treasuryFlows(context, gateway, ledger);
  const known = instrumentsOf(context, gateway).filter((slug) => all || before.instruments().has(slug));
  const held = new Map<string, Decimal>();
  for (const slug of known) held.set(slug, await gateway.balance(TREASURY_INDEX, slug));
  const after = await treasuryFlows(context, gateway, ledger);
  return [...held].flatMap(([instrument, balance]): Difference[] => {
    const difference = outside(balance, boundsBetween(before, after, instrument));
    if (compare(difference, '0') === 0) return [];
    const isLess = amount(difference).lt(ZERO);
    return [
      {
        key: `treasury:${gateway.networkSlug}:${instrument}`,
        severity: isLess ? 'ALARM' : 'NOTICE',
        what: isLess ? 'the treasury holds less than the ledger says' : 'the treasury holds more than the ledger says',
        howMuch: `${difference} ${instrument} of ${balance}`,
        whatToDo: `${isLess ? SHORTFALL_ADVICE : SURPLUS_ADVICE}: npm run operator -- capital ${instrument} ${difference} NOTE.`,
      },
    ];
  });
}

const SHORTFALL_ADVICE = 'Stop the host and check the transactions of the treasury. If you withdrew it yourself';
const SURPLUS_ADVICE =
  'It may be a deposit without its memo, or a transaction that a reorg removed. If you deposited it yourself';

/**
 * Books what the treasury holds at the first start as capital, for each instrument that has no record of capital and no ledger
 * entry. Runs before the host listens, so that no deposit of a customer is counted as capital.
 */
export async function countTreasuries(context: ReconcileContext): Promise<void> {
  const counted = new Set(await listCountedInstruments(context));
  for (const gateway of context.gateways.values()) {
    const uncounted = instrumentsOf(context, gateway).filter((slug) => !counted.has(slug));
    try {
      const held = new Map<string, Decimal>();
      for (const slug of uncounted) held.set(slug, await gateway.balance(TREASURY_INDEX, slug));
      if (held.size === 0) continue;
      const expected = await treasuryFlows(context, gateway, { totals: new Map(), until: 0 });
      // On a network with memos customers pay to the treasury's address. It may hold a deposit that was not scanned yet.
      const isShared = (context.catalogue.networks.get(gateway.networkSlug)?.memoName ?? null) !== null;
      if (isShared && (await listWatchedOrders(context.database, gateway.networkSlug, context.now())).length > 0) continue;
      const openings = [...held].filter(([slug]) => !expected.instruments().has(slug));
      await bookCapital(context, async (transaction) => {
        const known = new Set(await listCountedInstruments({ ...context, database: transaction }));
        return openings
          .filter(([slug]) => !known.has(slug))
          .map(([instrument, balance]) => ({ instrument, amount: balance, note: 'counted at the first start' }));
      });
    } catch (error) {
      // A later run counts a network that does not answer now.
      if (!(error instanceof ChainUnavailableError)) throw error;
    }
  }
}

function instrumentsOf(context: ReconcileContext, gateway: ChainGateway): string[] {
  return [...context.catalogue.instruments.values()]
    .filter(({ network, type }) => network === gateway.networkSlug && type !== 'fiat')
    .map(({ slug }) => slug);
}

/** Reads pending transfers first and the ledger second: a transfer booked in between is counted twice, never left out. */
async function treasuryFlows(context: ReconcileContext, gateway: ChainGateway, ledger: LedgerUntil): Promise<Flows> {
  const network = gateway.networkSlug;
  const flows = new Flows();
  for (const send of await listUnconfirmedSends(context.database, network)) {
    if (send.from_index === TREASURY_INDEX) await expectLeaving(flows, gateway, send);
    else if (send.kind === 'SWEEP' && !(await waitsForDeposit(context, send))) flows.expect(send.instrument, 'in', send.amount);
  }
  const normal = addressForm(context, network);
  const treasury = normal((await gateway.addressAt(TREASURY_INDEX)).address);
  for (const deposit of await listPendingDeposits(context.database, network)) {
    if (normal(deposit.to_address) === treasury) flows.expect(deposit.instrument, 'in', deposit.amount);
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
 * Returns the differences between the balances of an order's deposit address on a network and the ledger. Empty for orders that
 * share the treasury's address. Throws ChainUnavailableError.
 */
export async function checkDepositAddress(context: ReconcileContext, orderId: string, network: string): Promise<Difference[]> {
  const before = await depositAddressFlows(context, orderId, network);
  if (!before) return [];
  const { order, gateway } = before;
  const held = new Map<string, Decimal>();
  for (const instrument of before.flows.instruments()) {
    held.set(instrument, await gateway.balance(order.deposit_index, instrument));
  }
  const after = await depositAddressFlows(context, orderId, network);
  if (!after) return [];
  return [...held].flatMap(([instrument, balance]): Difference[] => {
    const difference = outside(balance, boundsBetween(before.flows, after.flows, instrument));
    if (compare(difference, '0') === 0) return [];
    const isLess = amount(difference).lt(ZERO);
    return [
      {
        key: `address:${network}:${order.deposit_address}:${instrument}`,
        severity: isLess ? 'ALARM' : 'NOTICE',
        what: `the deposit address of order ${order.id} holds ${isLess ? 'less' : 'more'} than the ledger says`,
        howMuch: `${difference} ${instrument} of ${balance}`,
        whatToDo: isLess
          ? 'A booked deposit may have been reorged out, or the seed may be stolen. Check the transactions of the address.'
          : 'The address received more than was recorded. Check its transactions.',
      },
    ];
  });
}

/** Returns the networks with ledger entries for an order's deposit address, including wrong-network deposits. */
export function ledgerNetworksOf({ catalogue }: Pick<ReconcileContext, 'catalogue'>, { entries }: OrderBooks): string[] {
  const own = entries.filter((entry) => entry.account === 'DEPOSIT_ADDRESSES');
  return [...new Set(own.flatMap(({ instrument }) => catalogue.instruments.get(instrument)?.network ?? []))];
}

async function depositAddressFlows(context: ReconcileContext, orderId: string, network: string) {
  const [books] = await readOrderBooks(context.database, [orderId]);
  const gateway = context.gateways.get(network);
  if (!books || !gateway || !ledgerNetworksOf(context, books).includes(network)) return null;
  const isThere = ({ instrument }: { instrument: string }): boolean =>
    context.catalogue.instruments.get(instrument)?.network === network;
  const flows = new Flows();
  for (const send of books.sends.filter(isThere)) {
    if (!['PENDING', 'SENT', 'REFUSED'].includes(send.state) || (await waitsForDeposit(context, send))) continue;
    if (send.from_index === books.order.deposit_index) await expectLeaving(flows, gateway, send);
    else if (send.kind === 'TOP_UP') flows.expect(send.instrument, 'in', send.amount);
  }
  for (const deposit of books.deposits.filter(isThere)) {
    if (deposit.booked_at === null && !isWrittenOff(deposit)) flows.expect(deposit.instrument, 'in', deposit.amount);
  }
  for (const { account, instrument, amount: value } of books.entries.filter(isThere)) {
    if (account === 'DEPOSIT_ADDRESSES') flows.book(instrument, value);
  }
  return { order: books.order, gateway, flows };
}

/**
 * Returns whether a sweep waits for its reorged deposit (`writeOffReorgedDeposits.ts`). It can't be mined before the deposit
 * address holds its amount again, so it explains no difference until then.
 */
async function waitsForDeposit({ database }: ReconcileContext, { kind, ...send }: OutboxRow): Promise<boolean> {
  if (kind !== 'SWEEP' || (await listJournal(database, `cancelled:sent:${send.idempotency_key}`)).length === 0) return false;
  const entries = await listLedgerEntries(database, send.order_id);
  const own = entries.filter((entry) => entry.account === 'DEPOSIT_ADDRESSES' && entry.instrument === send.instrument);
  return compare(sum(own.map((entry) => entry.amount)), send.amount) < 0;
}

async function expectLeaving(flows: Flows, gateway: ChainGateway, send: OutboxRow): Promise<void> {
  flows.expect(send.instrument, 'out', send.amount);
  const fee = await gateway.estimateFee(send.instrument);
  flows.expect(fee.instrumentSlug, 'out', feeAllowance(fee.amount));
}

function addressForm(context: ReconcileContext, networkSlug: string): (address: string) => string {
  const network = context.catalogue.networks.get(networkSlug);
  return network ? (address) => normaliseAddress(network, address) : (address) => address;
}
