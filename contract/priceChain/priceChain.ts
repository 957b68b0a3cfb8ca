import { priceDecimals } from '../formatAmount.ts';
import { amount, fromBaseUnits, round, roundToDecimal, subtract, sum, toDecimal, type Amount, type Decimal } from '../money.ts';

/**
 * The numbers between what is sent and what arrives: `sent` × `marketPrice` = `worth`, and `worth` − fees = `received`. The second
 * equation is exact. The first is exact up to the last digit of instrumentTo, because the host rounds what it charges and pays.
 */
export interface PriceChain {
  /** In instrumentFrom; all other amounts are in instrumentTo */
  sent: Decimal;
  /** InstrumentTo per 1 instrumentFrom, without fees, with no more digits than `worth` needs */
  marketPrice: Decimal;
  worth: Decimal;
  serviceFee: Decimal;
  /** In percent of `worth`; null: the host does not state it, or its numbers do not agree */
  servicePercent: Decimal | null;
  /** What a fixed rate costs beyond the service fee; null: nothing, or the host states only the sum of both */
  holding: { fee: Decimal; percent: Decimal } | null;
  networkFee: Decimal;
  received: Decimal;
}

/** The amounts of an exchange, in instrumentTo unless stated otherwise. */
interface Exchange {
  /** In instrumentFrom, above zero */
  sent: Decimal;
  received: Decimal;
  networkFee: Decimal;
  /** The service fee with the premium of a fixed rate */
  platformFee: Decimal;
  /** The decimals of instrumentTo */
  decimals: number;
}

/** What a host states of a price. Percentages are of the amount. */
export interface StatedPrice {
  marketPrice: Decimal;
  servicePercent: Decimal;
  /** null: a floating rate */
  premiumPercent: Decimal | null;
}

const HUNDRED = amount('100');
/** More digits than any price is shown with, and fewer than the 16 of the host's rounded prices */
const PRICE_DIGITS = 14;
/** By how many units of its last digit the rounded numbers of an exchange may differ from its price */
const ROUNDINGS = amount('3');

/** Returns the chain of an exchange. Ignores a stated price that its amounts do not agree with. */
export function priceChain(exchange: Exchange, stated: StatedPrice | null): PriceChain {
  const { sent, received, networkFee, platformFee, decimals } = exchange;
  const worth = sum([received, networkFee, platformFee]);
  const unit = amount(fromBaseUnits(1n, decimals));
  const differenceAt = (price: Amount): Amount => amount(sent).times(price).minus(amount(worth)).abs();
  const isStated = stated !== null && differenceAt(amount(stated.marketPrice)).lte(unit.times(ROUNDINGS));
  const exact = isStated ? amount(stated.marketPrice) : exactPrice(amount(worth).div(amount(sent)));
  const difference = differenceAt(exact);
  const allowed = difference.gt(unit) ? difference : unit;
  let digits = priceDecimals(toDecimal(exact));
  while (differenceAt(round(exact, digits, 'down')).gt(allowed)) digits += 1;
  const known = isStated ? stated : null;
  const premium = known?.premiumPercent ?? null;
  const serviceFee = premium === null ? platformFee : serviceFeeOf(worth, known?.servicePercent ?? '0', exchange);
  return {
    sent,
    marketPrice: roundToDecimal(exact, digits, 'down'),
    worth,
    serviceFee,
    servicePercent: known?.servicePercent ?? null,
    holding: premium === null ? null : { fee: subtract(platformFee, serviceFee), percent: premium },
    networkFee,
    received,
  };
}

/** Rounded up like every fee, but never above the sum of both fees, whose parts are not rounded. */
function serviceFeeOf(worth: Decimal, percent: Decimal, { platformFee, decimals }: Exchange): Decimal {
  const fee = round(amount(worth).times(amount(percent)).div(HUNDRED), decimals, 'up');
  return fee.gt(amount(platformFee)) ? platformFee : toDecimal(fee);
}

/** Rounds a price that was computed from rounded numbers: 91497.36999999999… is 91497.37. */
export function exactPrice(price: Amount): Amount {
  return round(price, Math.min(40, Math.max(0, PRICE_DIGITS - 1 - price.e)), 'up');
}
