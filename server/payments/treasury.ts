import { amount, subtract, sum, toDecimal, ZERO, type Amount, type Decimal } from '../../contract/money.ts';
import { ApiError } from '../../contract/errors.ts';
import { ConcurrentUpdateError } from '../common/retryOnConflict.ts';
import type { Executor } from '../db/database.ts';
import { DatabaseUnavailableError } from '../db/databaseErrors.ts';
import { lockInTransaction } from '../db/lockInTransaction.ts';
import { findTreasuryBalance, writeTreasuryBalance } from '../db/repositories/treasury.ts';
import { networkOf } from '../instruments/lookup.ts';
import type { ChainGateway } from '../ports/chain/chainGateway.ts';
import { gatewayOf } from '../ports/chain/gatewayOf.ts';
import type { PaymentContext } from './paymentContext.ts';

/** Maximum age of the treasury balance that a new promise may rely on. */
export const BALANCE_FRESH_MS = 30_000;

/** Number of token transfers (payouts, and gas for sweeps) whose fees stay reserved in the native coin. */
const FEE_RESERVE_TRANSFERS = amount('20');

/**
 * Stores how much of the treasury (D35) may be promised. Must not be called inside a transaction. The answer
 * is discarded when a send was booked meanwhile: the answer may be older than that booking.
 */
export async function refreshTreasuryBalance(context: PaymentContext, instrument: string): Promise<void> {
  const known = await findTreasuryBalance(context.database, instrument);
  const gateway = gatewayOf(context, networkOf(context, instrument).slug);
  const balance = amount(await gateway.balance(gateway.treasury(), instrument));
  let free = balance.minus(await feeReserve(context, gateway, instrument));
  // After the balance: what leaves meanwhile is deducted twice until the next refresh, never missed.
  for (const owner of context.owners.all()) {
    free = free.minus(amount(await owner.undecidedIn(context.database, instrument)));
  }
  const held = free.gt(ZERO) ? toDecimal(free) : '0';
  await writeTreasuryBalance(context.database, { instrument, amount: held, refreshedAt: context.now() }, known?.version ?? null);
}

/** Returns how much of the native coin stays reserved for the fees of token transfers, in the instrument; zero for other instruments. */
async function feeReserve(context: PaymentContext, gateway: ChainGateway, instrument: string): Promise<Amount> {
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
 * @throws ERR_SERVICE_UNAVAILABLE when the network did not answer and no balance is known; DatabaseUnavailableError
 */
export async function ensureFreshBalance(context: PaymentContext, instrument: string): Promise<boolean> {
  const known = await findTreasuryBalance(context.database, instrument);
  if (known && context.now() - known.refreshed_at < BALANCE_FRESH_MS) return true;
  try {
    await refreshTreasuryBalance(context, instrument);
    return true;
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw error;
    context.log.warn({ err: error, instrument }, 'treasury balance not refreshed: the network did not answer');
    if (!known)
      throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'The network of the receiving coin does not answer. Try again in a minute.');
    return false;
  }
}

/**
 * Returns what is promised to nobody, in the instrument; "0" while the balance is unknown. May be negative. What the owners of payments
 * have promised counts until it is booked as sent.
 */
export async function availableBalance(
  { owners }: Pick<PaymentContext, 'owners'>,
  executor: Executor,
  instrument: string,
): Promise<Decimal> {
  const balance = await findTreasuryBalance(executor, instrument);
  if (!balance) return '0';
  const reserved: Decimal[] = [];
  for (const owner of owners.all()) reserved.push(await owner.reservedIn(executor, instrument));
  return subtract(balance.amount, sum(reserved));
}

/**
 * The available balance as the last reservation of a transaction left it, by instrument. One transaction may make many reservations,
 * and the balance is computed from all reservations. It may be too low, because a reservation was released since. It is never too high.
 */
const remainingBalances = new WeakMap<Executor, Map<string, Decimal>>();

/** Returns the balance that {@link keepRemaining} kept for this transaction; undefined if there is none. */
export function findRemaining(transaction: Executor, instrument: string): Decimal | undefined {
  return remainingBalances.get(transaction)?.get(instrument);
}

export function keepRemaining(transaction: Executor, instrument: string, remaining: Decimal): void {
  const balances = remainingBalances.get(transaction) ?? new Map<string, Decimal>();
  remainingBalances.set(transaction, balances.set(instrument, remaining));
}

/** Forgets what {@link keepRemaining} kept: the next reservation computes the balance again. */
export function forgetRemaining(transaction: Executor, instrument: string): void {
  remainingBalances.get(transaction)?.delete(instrument);
}

/** Serialises reservations of an instrument: the available balance is computed from many rows. */
export async function lockReserve(transaction: Executor, instrument: string): Promise<void> {
  await lockInTransaction(transaction, `reserve of ${instrument}`);
}

/** Deducts a booked send from the stored balance until the next refresh, so that it is not promised again. */
export async function deductFromTreasury(executor: Executor, instrument: string, spent: Decimal): Promise<void> {
  // Makes the payout and the deletion of its reservation visible together.
  await lockReserve(executor, instrument);
  forgetRemaining(executor, instrument);
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
