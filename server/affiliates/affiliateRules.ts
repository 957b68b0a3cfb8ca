import { CASHBACK_LEVEL_NAMES, type CashbackLevelName } from '../../contract/schemas/affiliates.ts';
import { amount, compare, ONE, roundToDecimal, sum, ZERO, type Amount, type Decimal } from '../../contract/money.ts';
import type { RateMode } from '../../contract/order.ts';
import type { OrderParties } from '../db/repositories/earnings/accruals.ts';
import type { OriginRecord } from '../guarantee/records.ts';

/** The rules of affiliates and cashback (D48). Amounts are in USDT of TRON. */

/** The instrument of all earnings */
export const EARNINGS_INSTRUMENT = 'usdttrc20';
/** Stands for a code in sums of orders of API keys. */
export const API_KEY_CODE = '';

export interface CashbackLevelTerms {
  level: CashbackLevelName;
  percent: Decimal;
  /** Reached at this volume within the window */
  fromVolume: Decimal;
}

/** The operator's settings, read by `affiliateSettings.ts` */
export interface AffiliateRules {
  /** A referrer's share of the platform fee */
  referrerSharePercent: Decimal;
  /** All levels, the lowest first */
  cashbackLevels: readonly CashbackLevelTerms[];
  cashbackWindowDays: number;
  minimumWithdrawal: Decimal;
}

/**
 * Returns what is wrong with the rules; null: nothing. Shares together may not exceed the fee: swapping with oneself would pay.
 */
export function findRuleFault({ referrerSharePercent, cashbackLevels }: AffiliateRules): string | null {
  const [first] = cashbackLevels;
  if (cashbackLevels.length !== CASHBACK_LEVEL_NAMES.length || !first || compare(first.fromVolume, '0') !== 0) {
    return `there must be ${CASHBACK_LEVEL_NAMES.length} levels, and the first starts at 0`;
  }
  const isRising = cashbackLevels.every((terms, index) => {
    const before = cashbackLevels[index - 1];
    return !before || (compare(before.fromVolume, terms.fromVolume) < 0 && compare(before.percent, terms.percent) <= 0);
  });
  if (!isRising) return 'each level must start at a larger volume than the one before, with at least its percentage';
  const most = cashbackLevels.at(-1)?.percent ?? '0';
  if (compare(sum([referrerSharePercent, most]), '100') > 0) {
    return 'the referrer’s share and the highest cashback together must be at most 100 % of the fee';
  }
  return null;
}

/** What an order earns others, in percent of the shared fee. All values are of one moment, so that they never exceed the fee together. */
export type Shares = NonNullable<OriginRecord['shares']>;

/** Returns the shares of orders that are created now. */
export function sharesOf({ referrerSharePercent, cashbackLevels }: AffiliateRules): Shares {
  const percents = cashbackLevels.map(({ level, percent }) => [level, percent]);
  return { referrer: referrerSharePercent, cashback: Object.fromEntries(percents) as Shares['cashback'] };
}

/** Who earns from an order; null: nobody */
export interface Earners {
  referrer: { userId: number; code: string } | null;
  cashback: { userId: number } | null;
}

/**
 * Returns who earns from an order:
 * - A guest's order earns the customer whose code it names, which may be the guest's own code.
 * - An order of a signed-in customer earns cashback, and its share the referrer that the customer registered with. A code that the
 *   order names does not count.
 * - An order of an API key earns the key's owner the referrer's share.
 * - An order that was added to an account with its pass earns nothing.
 */
export function earnersOf(parties: OrderParties): Earners {
  const { source, owner_id: ownerId, referrer_user_id: referrerId, named_user_id: namedId } = parties;
  switch (source) {
    case null:
      return { referrer: namedId === null ? null : { userId: namedId, code: parties.named_code ?? '' }, cashback: null };
    case 'SESSION':
      return {
        referrer:
          referrerId === null || referrerId === ownerId ? null : { userId: referrerId, code: parties.referrer_code ?? '' },
        cashback: ownerId === null ? null : { userId: ownerId },
      };
    case 'API_KEY':
      return { referrer: ownerId === null ? null : { userId: ownerId, code: API_KEY_CODE }, cashback: null };
    case 'CLAIMED':
      return { referrer: null, cashback: null };
  }
}

/** The fees of an exchange, in percent */
export interface FeePercents {
  platformFeePercent: Decimal;
  fixedPremiumPercent: Decimal;
}

/** Returns the fees that an order was created with (D67, D72). */
export function feesOf(order: { platform_fee_percent: Decimal; premium_percent: Decimal | null }): FeePercents {
  return {
    platformFeePercent: order.platform_fee_percent,
    fixedPremiumPercent: order.premium_percent ?? '0',
  };
}

const HUNDRED = amount('100');

/** Returns the part (0 to 1) of an order's platform fee that shares are computed on: all but the premium of a fixed rate. */
export function sharedPartOfFee({ platformFeePercent, fixedPremiumPercent }: FeePercents, rateMode: RateMode): Amount {
  if (rateMode === 'FLOATING') return ONE;
  const whole = amount(platformFeePercent).plus(amount(fixedPremiumPercent));
  return whole.gt(ZERO) ? amount(platformFeePercent).div(whole) : ZERO;
}

/** Returns a percentage of an amount, rounded down. */
export function shareOf(value: Decimal, percent: Decimal, decimals: number): Decimal {
  return roundToDecimal(amount(value).times(amount(percent)).div(HUNDRED), decimals, 'down');
}

/** Returns the terms of a level. */
export function termsOfLevel(rules: Pick<AffiliateRules, 'cashbackLevels'>, level: CashbackLevelName): CashbackLevelTerms {
  const terms = rules.cashbackLevels.find((one) => one.level === level);
  if (!terms) throw new Error(`The rules have no level ${level}`);
  return terms;
}

/** Returns the higher of the level that was reached before (undefined: the first) and the one of a volume: a level is kept. */
export function levelReached(
  rules: Pick<AffiliateRules, 'cashbackLevels'>,
  before: CashbackLevelName | undefined,
  volume: Decimal,
): CashbackLevelName {
  const rankBefore = CASHBACK_LEVEL_NAMES.indexOf(before ?? 'BRONZE');
  const rankNow = rules.cashbackLevels.findLastIndex(({ fromVolume }) => compare(volume, fromVolume) >= 0);
  return CASHBACK_LEVEL_NAMES[Math.max(rankBefore, rankNow)] ?? 'BRONZE';
}

/** Returns the percentage of an order's whole platform fee that comes back at a level, by rate mode. */
export function percentOfWholeFee(percents: FeePercents, levelPercent: Decimal): Record<RateMode, Decimal> {
  const of = (rateMode: RateMode): Decimal =>
    roundToDecimal(sharedPartOfFee(percents, rateMode).times(amount(levelPercent)), 6, 'down');
  return { FIXED: of('FIXED'), FLOATING: of('FLOATING') };
}
