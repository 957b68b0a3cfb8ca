import { amount, round, ZERO, type Amount } from '../../contract/money.ts';

/** One pair's terms at one moment. All prices are instrumentTo per 1 instrumentFrom, all fees in instrumentTo. */
export interface Terms {
  /** What the market pays, our fee taken off */
  price: Amount;
  /** Our fee: what is between that and what the market pays */
  platformShare: Amount;
  networkFee: Amount;
  /** Digits of what is sent and of what is received */
  sendDecimals: number;
  receiveDecimals: number;
}

export interface Offer {
  amountToGive: Amount;
  amountToGet: Amount;
  platformFee: Amount;
}

/** What sending exactly `amountToGive` brings: rounded down, never below nought. */
export function offerForSending(terms: Terms, amountToGive: Amount): Offer {
  const beforeNetworkFee = amountToGive.times(terms.price);
  const amountToGet = round(beforeNetworkFee.minus(terms.networkFee), terms.receiveDecimals, 'down');
  const platformFee = round(amountToGive.times(terms.platformShare), terms.receiveDecimals, 'up');
  return { amountToGive, amountToGet: amountToGet.gt(ZERO) ? amountToGet : ZERO, platformFee };
}

/** The least that must be sent so that at least `wanted` arrives: rounded up, then priced like any other amount. */
export function offerForReceiving(terms: Terms, wanted: Amount): Offer {
  const target = round(wanted, terms.receiveDecimals, 'up');
  const quotient = target.plus(terms.networkFee).div(terms.price);
  const offer = offerForSending(terms, round(quotient, terms.sendDecimals, 'up'));
  if (offer.amountToGet.gte(target)) return offer;
  // The division keeps 40 digits: what it cut off can only be less than one unit of what is sent.
  return offerForSending(terms, offer.amountToGive.plus(unit(terms.sendDecimals)));
}

/** The smallest step at so many decimals. */
export function unit(decimals: number): Amount {
  return amount(decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`);
}
