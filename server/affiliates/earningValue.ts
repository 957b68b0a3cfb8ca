import { amount, roundToDecimal, toDecimal, type Decimal } from '../../contract/money.ts';
import type { RateMode } from '../../contract/order.ts';
import { EARNINGS_INSTRUMENT, sharedPartOfFee, type FeePercents } from './affiliateRules.ts';

/** USDT has six decimals on TRON. */
export const EARNINGS_DECIMALS = 6;

export interface ValueOptions {
  /** USD per unit by the last trusted price; null: there is none of the last day */
  trustedPrice: (slug: string) => Decimal | null;
}

/** The terms of an exchange: the amount in instrument_from, the fee in instrument_to */
export interface ValuedExchange {
  rate_mode: RateMode;
  instrument_from: string;
  instrument_to: string;
  platform_fee: Decimal;
  /** Mid-market price, instrument_to per 1 instrument_from */
  market_price: Decimal;
}

/**
 * Returns the price of the received coin in USDT by its trusted price, or by that of the sent coin if there is none. Null without a
 * price of either.
 */
export function usdtPerReceived(
  { trustedPrice }: Pick<ValueOptions, 'trustedPrice'>,
  exchange: Pick<ValuedExchange, 'instrument_from' | 'instrument_to' | 'market_price'>,
): Decimal | null {
  const usdt = trustedPrice(EARNINGS_INSTRUMENT);
  if (usdt === null) return null;
  const received = trustedPrice(exchange.instrument_to);
  if (received !== null) return toDecimal(amount(received).div(amount(usdt)));
  const sent = trustedPrice(exchange.instrument_from);
  return sent === null ? null : toDecimal(amount(sent).div(amount(exchange.market_price)).div(amount(usdt)));
}

/** Returns the part of the platform fee that shares are computed on, in USDT, at a price of the received coin. */
export function sharedFee(
  fees: FeePercents,
  exchange: Pick<ValuedExchange, 'platform_fee' | 'rate_mode'>,
  price: Decimal,
): Decimal {
  const shared = amount(exchange.platform_fee).times(sharedPartOfFee(fees, exchange.rate_mode));
  return roundToDecimal(shared.times(amount(price)), EARNINGS_DECIMALS, 'down');
}

/** Returns what an exchange of `sent` instrument_from counts toward the cashback level, in USDT. */
export function countedVolume(exchange: Pick<ValuedExchange, 'market_price'>, sent: Decimal, price: Decimal): Decimal {
  return roundToDecimal(amount(sent).times(amount(exchange.market_price)).times(amount(price)), EARNINGS_DECIMALS, 'down');
}
