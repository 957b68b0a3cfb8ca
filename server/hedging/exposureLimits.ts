import { amount, sum, type Amount } from '../../contract/money.ts';
import { DAY_MS, dayOf } from '../common/day.ts';
import type { Executor } from '../db/database.ts';
import { listOrderDays } from '../db/repositories/reports/days.ts';
import type { PricingConfiguration } from '../pricing/configuration.ts';

/** Shares of the volume of the day before that may be open: of one coin, and of all together (D71) */
const COIN_SHARE = amount('0.01');
const TOTAL_SHARE = amount('0.03');
const COINS_OF_ORDER = amount('2');

/**
 * Returns how much may be open of one coin and of all coins together, in USD: a share of the volume of the day before, or what one largest
 * order leaves open, which is two coins.
 */
export async function readExposureLimits(
  executor: Executor,
  { maximumUsd }: Pick<PricingConfiguration, 'maximumUsd'>,
  now: number,
): Promise<{ coin: Amount; total: Amount }> {
  const yesterday = dayOf(now - DAY_MS);
  const days = await listOrderDays(executor, { from: yesterday, to: yesterday });
  const [volume, largest] = [amount(sum(days.map(({ sent_usd }) => sent_usd))), amount(maximumUsd)];
  const larger = (one: Amount, other: Amount): Amount => (one.gt(other) ? one : other);
  return {
    coin: larger(volume.times(COIN_SHARE), largest),
    total: larger(volume.times(TOTAL_SHARE), largest.times(COINS_OF_ORDER)),
  };
}
