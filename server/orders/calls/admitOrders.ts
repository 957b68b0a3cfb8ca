import { clientGroups, isOfGroup } from '../../../contract/clientGroup.ts';
import { add, amount, compare, subtract, sum, toDecimal, ZERO, type Decimal } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { listUnpaidReservations, type UnpaidReservation } from '../../db/repositories/treasury.ts';
import type { PartnerKeyRow } from '../../db/tables/apiKeys.ts';
import type { OrderOriginTable, OrderTable } from '../../db/tables/orders.ts';
import type { OrderContext } from '../core/context.ts';
import { availableBalance, lockReserve } from '../../payments/treasury.ts';
import type { Reservation } from '../core/reservations.ts';
import { payoutReservation } from '../rules/settlement.ts';

/** The free reserve does not cover the order's payout. */
export class InsufficientReserveError extends Error {
  override readonly name = 'InsufficientReserveError';
}

/** A fixed-rate order that would exceed the limits on unpaid reservations (D54). */
export class ReservationLimitError extends Error {
  override readonly name = 'ReservationLimitError';
  /** The largest reservation that is possible now, in instrumentTo */
  readonly largest: Decimal;

  constructor(largest: Decimal) {
    super(`An unpaid order can reserve at most ${largest}.`);
    this.largest = largest;
  }
}

/** How long an unpaid reservation counts toward the limits in any case (D67). */
const COUNTED_MS = 5 * 60_000;

interface Applicant {
  order: OrderTable;
  origin: OrderOriginTable;
  partner: PartnerKeyRow | null;
}

/**
 * Returns which of several new orders, in their sequence, the reserve can't take, and why (D54). All pay out the same instrument.
 * A floating order only has to fit into what is free now. A fixed order also reserves its payout, within the limits on unpaid
 * reservations. Must run in the transaction that creates the orders and the reservations of the fixed ones.
 */
export async function admitOrders<Order extends Applicant>(
  context: Pick<OrderContext, 'reservationLimits' | 'owners' | 'now'>,
  transaction: Executor,
  orders: readonly Order[],
): Promise<Map<Order, InsufficientReserveError | ReservationLimitError>> {
  const refused = new Map<Order, InsufficientReserveError | ReservationLimitError>();
  const [first] = orders;
  if (first === undefined) return refused;
  const instrument = first.order.instrument_to;
  const hasFixed = orders.some(({ order }) => order.rate_mode === 'FIXED');
  if (hasFixed) await lockReserve(transaction, instrument);
  let free = await availableBalance(context, transaction, instrument);
  const unpaid = hasFixed ? await listUnpaidReservations(transaction, instrument) : [];
  for (const one of orders) {
    const needed = reservationOf(one.order).amount;
    if (compare(free, needed) < 0) {
      refused.set(one, new InsufficientReserveError());
      continue;
    }
    if (one.order.rate_mode === 'FLOATING') continue;
    const largest = largestReservation(context, { free, unpaid, needed }, one);
    if (compare(needed, largest) > 0) {
      refused.set(one, new ReservationLimitError(largest));
      continue;
    }
    free = subtract(free, needed);
    const { client_group, partner_key } = one.origin;
    unpaid.push({ amount: needed, client_group, partner_key, created_at: one.order.created_at });
  }
  return refused;
}

/** Returns what a new order reserves if its rate is fixed: the payout and its network fee. */
export function reservationOf(order: OrderTable): Reservation {
  return {
    orderId: order.id,
    instrument: order.instrument_to,
    amount: payoutReservation(order.amount_to_get, order.network_fee),
  };
}

interface Limited {
  free: Decimal;
  unpaid: readonly UnpaidReservation[];
  needed: Decimal;
}

/**
 * Returns the largest unpaid reservation that the limits allow now, at least zero. They are shares of the reserve without its unpaid
 * reservations, so that these don't lower their own limit. Where the total is reached, reservations that are older than
 * {@link COUNTED_MS} make room, those of the client with the largest sum first: addresses without money can't keep the limit used up
 * (D67). They stay reserved.
 */
function largestReservation(
  { reservationLimits, now }: Pick<OrderContext, 'reservationLimits' | 'now'>,
  { free, unpaid, needed }: Limited,
  { origin, partner }: Pick<Applicant, 'origin' | 'partner'>,
): Decimal {
  const reserve = amount(add(free, sumOf(unpaid)));
  const limitOf = (percent: Decimal): Decimal => toDecimal(reserve.times(amount(percent)).div(amount('100')));
  const total = limitOf(reservationLimits.totalPercent);
  const leftOf = (percent: Decimal, isOwn: (one: UnpaidReservation) => boolean): Decimal =>
    subtract(limitOf(percent), sumOf(unpaid.filter((one) => isOwn(one) && isCounted(one, now()))));
  const client = origin.client_group;
  const limits = [];
  // Where a partner names no customer, only the limits of its key apply.
  if (client !== null || !partner) {
    for (const { group, factor } of client === null ? [UNKNOWN] : clientGroups(client)) {
      const percent = toDecimal(amount(reservationLimits.perClientPercent).times(amount(String(factor))));
      limits.push(leftOf(percent, (one) => one.client_group !== null && isOfGroup(one.client_group, group)));
    }
  }
  if (partner) limits.push(leftOf(partner.reserve_percent, (one) => one.partner_key === partner.api_key_id));
  const counted = countedTotal(unpaid, subtract(total, needed), now());
  const largest = [subtract(total, counted), ...limits, free].reduce((least, value) =>
    compare(value, least) < 0 ? value : least,
  );
  return compare(largest, toDecimal(ZERO)) > 0 ? largest : '0';
}

/** Returns the sum of the reservations that still count, once as many old ones as needed stopped counting to get below `most`. */
function countedTotal(unpaid: readonly UnpaidReservation[], most: Decimal, now: number): Decimal {
  // The widest network: a /48 has 65,536 clients.
  const byClient = [...Map.groupBy(unpaid, (one) => groupsOf(one.client_group).at(-1)?.group).values()];
  const largestFirst = byClient.toSorted((left, right) => compare(sumOf(right), sumOf(left)));
  let counted = sumOf(unpaid);
  for (const old of largestFirst.flatMap((group) => group.filter((one) => !isCounted(one, now)))) {
    if (compare(counted, most) <= 0) break;
    counted = subtract(counted, old.amount);
  }
  return counted;
}

/** A client whose address is not known has the limit of one order alone. */
const UNKNOWN = { group: '', factor: 1 };
const groupsOf = (client: string | null) => (client === null ? [] : clientGroups(client));

function isCounted({ created_at: createdAt }: UnpaidReservation, now: number): boolean {
  return now - createdAt <= COUNTED_MS;
}

function sumOf(reservations: readonly UnpaidReservation[]): Decimal {
  return sum(reservations.map((one) => one.amount));
}
