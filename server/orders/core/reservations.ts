import { CLAIMED_DEPOSIT_DECIMALS } from '../../../contract/limits.ts';
import { ApiError } from '../../../contract/errors.ts';
import { add, amount, compare, roundToDecimal, subtract, sum, ZERO, type Decimal } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { listUndecidedAmounts } from '../../db/repositories/deposits.ts';
import { ledgerBalance } from '../../db/repositories/ledger.ts';
import { findReservation, listReservations, writeReservation } from '../../db/repositories/treasury.ts';
import { instrumentOf, networkOf } from '../../instruments/lookup.ts';
import { availableBalance, findRemaining, forgetRemaining, keepRemaining, lockReserve } from '../../payments/treasury.ts';
import { depositsAt } from '../../ports/chain/treasury.ts';
import type { StoredQuote } from '../../pricing/desk.ts';
import type { OrderContext } from './context.ts';

export interface Reservation {
  orderId: string;
  instrument: string;
  /** In the instrument */
  amount: Decimal;
}

/** Reserves for an order, in the transaction that needs it. Returns false when the available balance is too small. */
export async function reserve(
  context: Pick<OrderContext, 'owners'>,
  transaction: Executor,
  reservation: Reservation,
): Promise<boolean> {
  const { orderId, instrument, amount: needed } = reservation;
  await lockReserve(transaction, instrument);
  const own = (await findReservation(transaction, orderId))?.amount ?? '0';
  const known = findRemaining(transaction, instrument);
  const isCovered = known !== undefined && compare(add(known, own), needed) >= 0;
  const free = isCovered ? known : await availableBalance(context, transaction, instrument);
  if (compare(add(free, own), needed) < 0) return false;
  await writeReservation(transaction, { order_id: orderId, instrument, amount: needed });
  keepRemaining(transaction, instrument, subtract(add(free, own), needed));
  return true;
}

/** Whether the available balance covers the amount now. Reserves nothing. */
export async function isAffordable(
  context: Pick<OrderContext, 'owners'>,
  executor: Executor,
  { orderId, instrument, amount: needed }: Reservation,
): Promise<boolean> {
  const own = (await findReservation(executor, orderId))?.amount ?? '0';
  return compare(add(await availableBalance(context, executor, instrument), own), needed) >= 0;
}

/** Reserves for an order even if the available balance is too small. */
export async function reserveUnconditionally(transaction: Executor, reservation: Reservation): Promise<void> {
  const { orderId, instrument } = reservation;
  await lockReserve(transaction, instrument);
  forgetRemaining(transaction, instrument);
  await writeReservation(transaction, { order_id: orderId, instrument, amount: reservation.amount });
}

/** Returns ERR_NO_LIQUIDITY_AVAILABLE with the largest affordable amount of instrumentFrom as `details.available` (D35). */
export async function noLiquidityError(
  context: OrderContext,
  rate: Pick<StoredQuote, 'fromSlug' | 'toSlug' | 'price' | 'networkFee'>,
): Promise<ApiError> {
  const free = amount(await availableBalance(context, context.database, rate.toSlug)).minus(amount(rate.networkFee));
  const decimals = Math.min(CLAIMED_DEPOSIT_DECIMALS, instrumentOf(context, rate.fromSlug).precisionDecimals);
  const available = free.gt(ZERO) ? roundToDecimal(free.div(amount(rate.price)), decimals, 'down') : '0';
  const ticker = instrumentOf(context, rate.fromSlug).currencyTitle;
  return new ApiError('ERR_NO_LIQUIDITY_AVAILABLE', `Not enough reserve for this amount, try up to ${available} ${ticker}.`, {
    available,
    instrumentSlug: rate.fromSlug,
  });
}

/** Returns the sum of all reservations of an instrument. */
export async function sumReservations(executor: Executor, instrument: string): Promise<Decimal> {
  return sum((await listReservations(executor, instrument)).map((one) => one.amount));
}

/**
 * Returns the sum of deposits at the treasury that may still have to be refunded. "0" on networks where deposits arrive at
 * addresses of their own.
 */
export async function sumUndecidedDeposits(
  context: Pick<OrderContext, 'catalogue' | 'gateways'>,
  executor: Executor,
  instrument: string,
): Promise<Decimal> {
  const network = networkOf(context, instrument);
  if (depositsAt(context.gateways, network) === 'ADDRESS') return '0';
  // In this order a deposit that is booked or claimed in between is counted twice, never missed.
  const arriving = await listUndecidedAmounts(executor, network.slug, instrument, 'NONE');
  const unattributed = await ledgerBalance(executor, 'UNATTRIBUTED', instrument);
  const owed = await listUndecidedAmounts(executor, network.slug, instrument, 'ORDERS');
  return subtract(sum([...arriving, ...owed]), unattributed);
}
