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
} from '../../contract/money.ts';
import { CLAIMED_DEPOSIT_DECIMALS } from '../../contract/limits.ts';
import { ApiError } from '../../contract/errors.ts';
import type { Executor } from '../db/database.ts';
import { lockInTransaction } from '../db/lockInTransaction.ts';
import { listUndecidedAmounts } from '../db/repositories/deposits.ts';
import { ledgerBalance } from '../db/repositories/ledger.ts';
import { listOpenReturns } from '../db/repositories/outbox.ts';
import {
  findReservation,
  findTreasuryBalance,
  listReservations,
  writeReservation,
  writeTreasuryBalance,
} from '../db/repositories/treasury.ts';
import type { ChainGateway } from '../ports/chain/chainGateway.ts';
import type { StoredQuote } from '../pricing/desk.ts';
import { type OrderContext } from '../orders/core/context.ts';
import { gatewayOf } from '../ports/chain/gatewayOf.ts';
import { instrumentOf, networkOf } from '../instruments/lookup.ts';
import { ConcurrentUpdateError } from '../common/retryOnConflict.ts';

/** Maximum age of the treasury balance that a new order may rely on. */
const BALANCE_FRESH_MS = 30_000;

/** Number of token transfers (payouts, and gas for sweeps) whose fees stay reserved in the native coin. */
const FEE_RESERVE_TRANSFERS = amount('20');

/**
 * Stores how much of the treasury (HD index 0, D35) new orders may use. Must not be called inside a transaction. The answer
 * is discarded when a send was booked meanwhile: the answer may be older than that booking.
 */
export async function refreshTreasuryBalance(context: OrderContext, instrument: string): Promise<void> {
  const known = await findTreasuryBalance(context.database, instrument);
  const gateway = gatewayOf(context, networkOf(context, instrument).slug);
  const balance = amount(await gateway.balance(0, instrument));
  const undecided = amount(await undecidedDeposits(context, instrument));
  // A liability, so the sum is negative. A withdrawal that leaves it meanwhile is deducted twice until the next refresh, never missed.
  const earnings = amount(await ledgerBalance(context.database, 'EARNINGS', instrument));
  const free = balance
    .minus(undecided)
    .plus(earnings)
    .minus(await feeReserve(context, gateway, instrument));
  const held = free.gt(ZERO) ? toDecimal(free) : '0';
  await writeTreasuryBalance(context.database, { instrument, amount: held, refreshedAt: context.now() }, known?.version ?? null);
}

/**
 * Returns the sum of deposits at the treasury that may still have to be refunded. Only on memo networks, where all orders share
 * the treasury's address; "0" on others.
 */
async function undecidedDeposits(context: OrderContext, instrument: string): Promise<Decimal> {
  const network = networkOf(context, instrument);
  if (network.memoName === null) return '0';
  // In this order a deposit that is booked or claimed in between is counted twice, never missed.
  const arriving = await listUndecidedAmounts(context.database, network.slug, instrument, 'NONE');
  const unattributed = await ledgerBalance(context.database, 'UNATTRIBUTED', instrument);
  const owed = await listUndecidedAmounts(context.database, network.slug, instrument, 'ORDERS');
  return subtract(sum([...arriving, ...owed]), unattributed);
}

/** Returns how much of the native coin stays reserved for the fees of token transfers, in the instrument; zero for other instruments. */
async function feeReserve(context: OrderContext, gateway: ChainGateway, instrument: string): Promise<Amount> {
  const network = networkOf(context, instrument);
  const [token] = [...context.catalogue.instruments.values()].filter(
    (one) => one.network === network.slug && one.slug !== network.nativeInstrument,
  );
  if (instrument !== network.nativeInstrument || !token) return ZERO;
  return amount((await gateway.estimateFee(token.slug)).amount).times(FEE_RESERVE_TRANSFERS);
}

/**
 * Calls {@link refreshTreasuryBalance} when the balance is unknown or old. Returns false when the network did not answer and the old
 * balance stays.
 *
 * @throws ERR_SERVICE_UNAVAILABLE when the network did not answer and no balance is known
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
    context.log.warn({ err: error, instrument }, 'treasury balance not refreshed: the network did not answer');
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
 * Returns what is not promised to orders other than `orderId`, in the instrument; "0" while the balance is unknown. May be
 * negative. Decided refunds and withdrawals have no reservation:
 * they count until they are booked as sent.
 */
export async function availableBalance(executor: Executor, instrument: string, orderId: string | null): Promise<Decimal> {
  const balance = await findTreasuryBalance(executor, instrument);
  if (!balance) return '0';
  const reservations = await listReservations(executor, instrument);
  const promised = reservations.filter((one) => one.order_id !== orderId);
  const returns = await listOpenReturns(executor, instrument);
  return subtract(balance.amount, sum([...promised, ...returns].map((one) => one.amount)));
}

/**
 * The available balance as the last reservation of a transaction left it, by instrument. One transaction may reserve for many orders,
 * and the balance is computed from all reservations.
 */
const remainingBalances = new WeakMap<Executor, Map<string, Decimal>>();

/** Reserves for an order, in the transaction that needs it. Returns false when the available balance is too small. */
export async function reserve(transaction: Executor, reservation: Reservation): Promise<boolean> {
  const { orderId, instrument, amount: needed } = reservation;
  await lockReserve(transaction, instrument);
  const own = (await findReservation(transaction, orderId))?.amount ?? '0';
  const remaining = remainingBalances.get(transaction) ?? new Map<string, Decimal>();
  remainingBalances.set(transaction, remaining);
  const known = remaining.get(instrument);
  // A known balance may be too low, because another order of the transaction released its reservation. It is never too high.
  const isCovered = known !== undefined && compare(add(known, own), needed) >= 0;
  const free = isCovered ? known : await availableBalance(transaction, instrument, null);
  if (compare(add(free, own), needed) < 0) return false;
  await writeReservation(transaction, { order_id: orderId, instrument, amount: needed });
  remaining.set(instrument, subtract(add(free, own), needed));
  return true;
}

/** Whether the available balance covers the amount now. Reserves nothing. */
export async function isAffordable(executor: Executor, { orderId, instrument, amount: needed }: Reservation): Promise<boolean> {
  return compare(await availableBalance(executor, instrument, orderId), needed) >= 0;
}

/** Reserves for an order even if the available balance is too small. */
export async function reserveUnconditionally(transaction: Executor, reservation: Reservation): Promise<void> {
  const { orderId, instrument } = reservation;
  await lockReserve(transaction, instrument);
  remainingBalances.get(transaction)?.delete(instrument);
  await writeReservation(transaction, { order_id: orderId, instrument, amount: reservation.amount });
}

/** Serialises reservations of an instrument: the available balance is computed from many rows. */
export async function lockReserve(transaction: Executor, instrument: string): Promise<void> {
  await lockInTransaction(transaction, `reserve of ${instrument}`);
}

/** Deducts a booked send from the stored balance until the next refresh, so that it is not promised again. */
export async function deductFromTreasury(executor: Executor, instrument: string, spent: Decimal): Promise<void> {
  // Makes the payout and the deletion of its reservation visible together.
  await lockReserve(executor, instrument);
  remainingBalances.get(executor)?.delete(instrument);
  const balance = await findTreasuryBalance(executor, instrument);
  if (!balance) return;
  const remaining = subtract(balance.amount, spent);
  const written = await writeTreasuryBalance(
    executor,
    { instrument, amount: remaining, refreshedAt: balance.refreshed_at },
    balance.version,
  );
  if (!written) throw new ConcurrentUpdateError(instrument);
}

/** Returns ERR_NO_LIQUIDITY_AVAILABLE with the largest affordable amount of instrumentFrom as `details.available` (D35). */
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

/** Returns what a payout takes from the treasury, in instrumentTo. */
export function payoutReservation(payout: Decimal, networkFee: Decimal): Decimal {
  return add(payout, networkFee);
}
