import { amount, roundToDecimal, type Amount, type Decimal } from '../../contract/money.ts';
import type { RateMode } from '../../contract/order.ts';
import { EARNINGS_INSTRUMENT, sharedPartOfFee, type FeePercents } from './affiliateRules.ts';

/** USDT has six decimals on TRON. */
export const EARNINGS_DECIMALS = 6;

export interface ValueOptions {
  fees: FeePercents;
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
 * Returns the part of the platform fee that shares are computed on, in USDT. Uses the trusted price of the received coin, or of the
 * sent coin if there is none. Null without a price of either.
 */
export function sharedFee(options: ValueOptions, exchange: ValuedExchange): Decimal | null {
  const price = usdtPerReceived(options, exchange);
  if (price === null) return null;
  const shared = amount(exchange.platform_fee).times(sharedPartOfFee(options.fees, exchange.rate_mode));
  return roundToDecimal(shared.times(price), EARNINGS_DECIMALS, 'down');
}

/** Returns what an exchange of `sent` instrument_from counts toward the cashback level, in USDT; null without a price. */
export function countedVolume(options: ValueOptions, exchange: ValuedExchange, sent: Decimal): Decimal | null {
  const price = usdtPerReceived(options, exchange);
  if (price === null) return null;
  return roundToDecimal(amount(sent).times(amount(exchange.market_price)).times(price), EARNINGS_DECIMALS, 'down');
}

function usdtPerReceived({ trustedPrice }: ValueOptions, exchange: ValuedExchange): Amount | null {
  const usdt = trustedPrice(EARNINGS_INSTRUMENT);
  if (usdt === null) return null;
  const received = trustedPrice(exchange.instrument_to);
  if (received !== null) return amount(received).div(amount(usdt));
  const sent = trustedPrice(exchange.instrument_from);
  return sent === null ? null : amount(sent).div(amount(exchange.market_price)).div(amount(usdt));
}
