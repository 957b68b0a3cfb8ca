import type { RateInput } from '../api/rates.ts';
import type { ApiError } from '../errors.ts';
import { isDecimal, type Decimal } from '../money.ts';
import type { WatchedPair } from '../schemas/trading.ts';

/**
 * Returns the request for the rate of a watched pair. The market price does not depend on the amount, so the same one for every
 * window and the main process lets them share a subscription.
 */
export const watchedRateInput = ({ from, to }: WatchedPair, amount: Decimal = '1'): RateInput => ({
  instrumentFromSlug: from,
  instrumentToSlug: to,
  rateMode: 'FLOATING',
  exchangeType: 'crypto',
  claimedDepositAmount: amount,
  claimedDepositAmountCurrency: from,
});

/** Returns the amount that a host which refused another one accepts, in instrumentFrom; null if it names none. */
export function acceptedAmount({ details }: ApiError): Decimal | null {
  const expected = details?.['expected'];
  return isDecimal(expected) ? expected : null;
}

/** "btc-usdttrc20", as in the address of its page */
export const pairKey = ({ from, to }: WatchedPair): string => `${from}-${to}`;
