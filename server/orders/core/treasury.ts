import {
  add,
  amount,
  compare,
  roundToDecimal,
  subtract,
  sum,
  toDecimal,
  ZERO,
  type Amount,
  type Decimal,
} from '../../../contract/money.ts';
import { CLAIMED_DEPOSIT_DECIMALS } from '../../../contract/limits.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Executor } from '../../db/database.ts';
import { lockInTransaction } from '../../db/lockInTransaction.ts';
import { listUndecidedAmounts } from '../../db/repositories/deposits.ts';
import { ledgerBalance } from '../../db/repositories/ledger.ts';
import { listOpenRefunds } from '../../db/repositories/outbox.ts';
import { findTreasuryBalance, listReservations, writeReservation, writeTreasuryBalance } from '../../db/repositories/treasury.ts';
import type { ChainGateway } from '../../ports/chain/chainGateway.ts';
import type { StoredQuote } from '../../pricing/desk.ts';
import { gatewayOf, instrumentOf, networkOf, type OrderContext } from './context.ts';
import { ConcurrentUpdateError } from './machine.ts';

/** How old a treasury balance may be when an order is made on it. */
const BALANCE_FRESH_MS = 30_000;

/** For so many transfers of tokens the treasury always keeps the fees: its payouts of them, and gas for their deposits. */
const TRANSFERS_KEPT_FOR = amount('20');

/**
 * Asks the network what the treasury holds and may promise (HD index 0, D35). Not to be called inside of a transaction.
 * The answer is dropped when a payout was booked meanwhile, since it may be older than that.
 */
export async function refreshTreasuryBalance(context: OrderContext, instrument: string): Promise<void> {
  const known = await findTreasuryBalance(context.database, instrument);
  const gateway = gatewayOf(context, networkOf(context, instrument).slug);
  const balance = amount(await gateway.balance(0, instrument));
  const owed = amount(await undecidedAtTreasury(context, instrument));
  const free = balance.minus(owed).minus(await keptForFees(context, gateway, instrument));
  const held = free.gt(ZERO) ? toDecimal(free) : '0';
  await writeTreasuryBalance(context.database, { instrument, amount: held, refreshedAt: context.now() }, known?.version ?? null);
}

/** Where all orders share the treasury's address (memo networks), deposits lie there that may still have to go back. */
async function undecidedAtTreasury(context: OrderContext, instrument: string): Promise<Decimal> {
  const network = networkOf(context, instrument);
  if (network.memoName === null) return '0';
  // In this sequence: what is booked, or claimed, in between is counted twice, and nothing never.
  const arriving = await listUndecidedAmounts(context.database, network.slug, instrument, 'NOBODY');
  const nobodys = await ledgerBalance(context.database, 'UNATTRIBUTED', instrument);
  const owed = await listUndecidedAmounts(context.database, network.slug, instrument, 'ORDERS');
  return subtract(sum([...arriving, ...owed]), nobodys);
}

/** Of the coin that pays the fees of tokens: without any, no token could leave. In the instrument; nought for others. */
async function keptForFees(context: OrderContext, gateway: ChainGateway, instrument: string): Promise<Amount> {
  const network = networkOf(context, instrument);
  const [token] = [...context.catalogue.instruments.values()].filter(
    (one) => one.network === network.slug && one.slug !== network.nativeInstrument,
  );
  if (instrument !== network.nativeInstrument || !token) return ZERO;
  return amount((await gateway.estimateFee(token.slug)).amount).times(TRANSFERS_KEPT_FOR);
}

/**
 * {@link refreshTreasuryBalance} when the balance is unknown or old. False: there was no answer, and the known one stays. Throws
 * ERR_SERVICE_UNAVAILABLE when there is none.
 */
export async function ensureFreshBalance(context: OrderContext, instrument: string): Promise<boolean> {
  const known = await findTreasuryBalance(context.database, instrument);
  if (known && context.now() - known.refreshed_at < BALANCE_FRESH_MS) return true;
  try {
    await refreshTreasuryBalance(context, instrument);
    return true;
  } catch (error) {
    if (!known)
      throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'The network of the receiving coin does not answer. Try again in a minute.');
    context.log.warn({ err: error, instrument }, 'treasury balance not refreshed');
    return false;
  }
}

export interface Reservation {
  orderId: string;
  instrument: string;
  /** In the instrument */
  amount: Decimal;
}

/**
 * What is promised to nobody but `orderId`, in the instrument; "0" while the balance is unknown. May be negative. Refunds
 * that are decided have no reservation: they are counted until they are booked as gone.
 */
export async function availableBalance(executor: Executor, instrument: string, orderId: string | null): Promise<Decimal> {
  const balance = await findTreasuryBalance(executor, instrument);
  if (!balance) return '0';
  const reservations = await listReservations(executor, instrument);
  const promised = reservations.filter((one) => one.order_id !== orderId);
  const refunds = await listOpenRefunds(executor, instrument);
  return subtract(balance.amount, sum([...promised, ...refunds].map((one) => one.amount)));
}

/**
 * Of new orders that are to be paid in one instrument those for which there is enough left, first come, first served. In the
 * transaction that makes and reserves for them.
 */
export async function takeAffordable<Item>(
  transaction: Executor,
  items: readonly Item[],
  reservationOf: (item: Item) => Reservation,
): Promise<Item[]> {
  const [first] = items;
  if (first === undefined) return [];
  const { instrument } = reservationOf(first);
  await lockReserve(transaction, instrument);
  let free = await availableBalance(transaction, instrument, null);
  return items.filter((item) => {
    const needed = reservationOf(item).amount;
    if (compare(free, needed) < 0) return false;
    free = subtract(free, needed);
    return true;
  });
}

/** Reserves for an order, in the transaction of what needs it. False when there is not so much left. */
export async function reserve(transaction: Executor, reservation: Reservation): Promise<boolean> {
  const { orderId, instrument } = reservation;
  await lockReserve(transaction, instrument);
  if (compare(await availableBalance(transaction, instrument, orderId), reservation.amount) < 0) return false;
  await writeReservation(transaction, { order_id: orderId, instrument, amount: reservation.amount });
  return true;
}

/** {@link reserve}, whether there is so much left or not. */
export async function reserveUnconditionally(transaction: Executor, reservation: Reservation): Promise<void> {
  const { orderId, instrument } = reservation;
  await lockReserve(transaction, instrument);
  await writeReservation(transaction, { order_id: orderId, instrument, amount: reservation.amount });
}

/** What is left follows from many rows: nobody else may promise of it until this transaction is over. */
async function lockReserve(transaction: Executor, instrument: string): Promise<void> {
  await lockInTransaction(transaction, `reserve of ${instrument}`);
}

/** Takes from the known balance what has left, until the network is asked again; so that nothing is promised twice. */
export async function deductFromTreasury(executor: Executor, instrument: string, spent: Decimal): Promise<void> {
  // A payout and its reservation go together: whoever reserves sees both, or neither.
  await lockReserve(executor, instrument);
  const balance = await findTreasuryBalance(executor, instrument);
  if (!balance) return;
  const left = subtract(balance.amount, spent);
  const written = await writeTreasuryBalance(
    executor,
    { instrument, amount: left, refreshedAt: balance.refreshed_at },
    balance.version,
  );
  if (!written) throw new ConcurrentUpdateError(instrument);
}

/** ERR_NO_LIQUIDITY_AVAILABLE with the largest amount of instrumentFrom that would do, as `details.available` (D35). */
export async function noLiquidityError(
  context: OrderContext,
  rate: Pick<StoredQuote, 'fromSlug' | 'toSlug' | 'price' | 'networkFee'>,
): Promise<ApiError> {
  const free = amount(await availableBalance(context.database, rate.toSlug, null)).minus(amount(rate.networkFee));
  const decimals = Math.min(CLAIMED_DEPOSIT_DECIMALS, instrumentOf(context, rate.fromSlug).precisionDecimals);
  const available = free.gt(ZERO) ? roundToDecimal(free.div(amount(rate.price)), decimals, 'down') : '0';
  const ticker = instrumentOf(context, rate.fromSlug).currencyTitle;
  return new ApiError('ERR_NO_LIQUIDITY_AVAILABLE', `Not enough reserve for this amount, try up to ${available} ${ticker}.`, {
    available,
    instrumentSlug: rate.fromSlug,
  });
}

/** What an order of this payout takes from the treasury, in instrumentTo. */
export function payoutReservation(payout: Decimal, networkFee: Decimal): Decimal {
  return add(payout, networkFee);
}
