import { amount, round, ZERO, type Amount } from '../../contract/money.ts';

/** One pair's terms at one moment. All prices are instrumentTo per 1 instrumentFrom, all fees in instrumentTo. */
export interface Terms {
  /** Market price less the platform fee */
  price: Amount;
  /** Platform fee: market price minus `price` */
  platformShare: Amount;
  /** Fee of the payout and of collecting the deposit (D53) */
  networkFee: Amount;
  /** Decimals of the sent and of the received amount */
  sendDecimals: number;
  receiveDecimals: number;
}

export interface Offer {
  amountToGive: Amount;
  amountToGet: Amount;
  platformFee: Amount;
}

/** Returns the offer for sending exactly `amountToGive`. The amount to receive is rounded down and at least zero. */
export function offerForSending(terms: Terms, amountToGive: Amount): Offer {
  const beforeNetworkFee = amountToGive.times(terms.price);
  const amountToGet = round(beforeNetworkFee.minus(terms.networkFee), terms.receiveDecimals, 'down');
  const platformFee = round(amountToGive.times(terms.platformShare), terms.receiveDecimals, 'up');
  return { amountToGive, amountToGet: amountToGet.gt(ZERO) ? amountToGet : ZERO, platformFee };
}

/** Returns the offer with the smallest amount to send for which at least `minimum` is received. */
export function offerForReceiving(terms: Terms, minimum: Amount): Offer {
  const target = round(minimum, terms.receiveDecimals, 'up');
  const quotient = target.plus(terms.networkFee).div(terms.price);
  const offer = offerForSending(terms, round(quotient, terms.sendDecimals, 'up'));
  if (offer.amountToGet.gte(target)) return offer;
  // The division has 40 digits, so its error is less than one unit of the sent amount.
  return offerForSending(terms, offer.amountToGive.plus(unit(terms.sendDecimals)));
}

/** Returns the smallest amount with the given decimals. */
export function unit(decimals: number): Amount {
  return amount(decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`);
}
