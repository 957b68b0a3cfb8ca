import { ApiError } from '../../../contract/errors.ts';
import { isMoney } from '../../../contract/fiat/money.ts';
import { DEFAULT_AMOUNT } from '../../../contract/limits.ts';
import { isDecimal, isPositive, type Decimal } from '../../../contract/money.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { InstrumentStore } from '../InstrumentStore.ts';

/** What a purchase begins with, in its money, and an exchange that follows it, in the coin that was bought (§9). */
export const MONEY_AMOUNT: Decimal = '200';
export const SOLD_AMOUNT: Decimal = '0.01';

/** The coins that an exchange of a bought coin leads to if the customer sent none before. */
const USUAL_COINS = ['usdttrc20', 'btc'];

/** Returns the coin to receive for `sent`: the preferred one, or a usual one. */
export function coinFor(sent: string, preferred: string): string {
  return [preferred, ...USUAL_COINS].find((slug) => slug !== '' && slug !== sent) ?? preferred;
}

interface Sources {
  platform: Platform;
  instruments: InstrumentStore;
}

/**
 * Loads the instruments unless they are known. Rejects with ERR_NOT_FOUND for an unknown slug, and with ERR_SERVICE_UNAVAILABLE for one that
 * may be paused, because the list with paused instruments did not arrive.
 */
export async function requireInstruments(instruments: InstrumentStore, slugs: readonly string[]): Promise<void> {
  if (slugs.some((slug) => !instruments.bySlug.has(slug))) await instruments.loadAll();
  const missing = slugs.find((slug) => !instruments.bySlug.has(slug));
  if (missing === undefined) return;
  if (!instruments.isComplete) throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'The list of coins did not arrive in time.');
  throw new ApiError('ERR_NOT_FOUND', `There is no instrument ${missing}.`);
}

/**
 * Returns the first amount of a pair, in instrumentFrom (D45): the default pair's own, the recommended one for other pairs,
 * 200 of money, or 500 (§9) as fallback. Rejects with ERR_NOT_FOUND for an unknown pair.
 */
export async function firstAmount({ platform, instruments }: Sources, send: string, receive: string): Promise<Decimal> {
  if (isMoney(send)) return MONEY_AMOUNT;
  try {
    const defaultPair = await instruments.loadDefaultPair();
    if (defaultPair.from === send && defaultPair.to === receive && isDecimal(defaultPair.amount)) return defaultPair.amount;
    await requireInstruments(instruments, [send, receive]);
    const [from, to] = [instruments.bySlug.get(send), instruments.bySlug.get(receive)];
    if (!from || !to) return DEFAULT_AMOUNT;
    const { recommendedAmount } = await platform.transport.call('rates.recommendedAmount', {
      fromCurrencyTitle: from.currencyTitle,
      fromNetworkTitle: from.networkTitle,
      toCurrencyTitle: to.currencyTitle,
      toNetworkTitle: to.networkTitle,
      rateMode: 'FLOATING',
    });
    return isDecimal(recommendedAmount) && isPositive(recommendedAmount) ? recommendedAmount : DEFAULT_AMOUNT;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ERR_NOT_FOUND') throw error;
    return DEFAULT_AMOUNT;
  }
}
