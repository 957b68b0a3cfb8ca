import type { Brand } from '../../contract/brand.ts';
import { formatAmount } from '../../contract/formatAmount.ts';
import {
  CONGESTED_REFUND_WAIT_MS,
  COST_RISE_PERCENT,
  DECISION_DEADLINE_MS,
  FIXED_AMOUNT_TOLERANCE_PERCENT,
  FIXED_RATE_LOCK_MS,
  LATER_DEPOSIT_WINDOW_MS,
  REFERRAL_COOKIE,
} from '../../contract/limits.ts';
import { amount, toDecimal, type Decimal } from '../../contract/money.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import type { AffiliateRules } from '../affiliates/affiliateRules.ts';
import type { PricingConfiguration } from '../pricing/configuration.ts';
import type { Placeholders } from './contentFile.ts';

export interface ContentSettings {
  brand: Pick<Brand, 'name' | 'legalEntity' | 'supportEmail'>;
  pricing: PricingConfiguration;
  affiliates: AffiliateRules;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Returns what the placeholders of content pages stand for, from the running configuration, in the format of a language. */
export function contentFacts({ brand, pricing, affiliates }: ContentSettings, locale: LocaleCode): Placeholders {
  const write = (value: Decimal): string => formatAmount(value, locale);
  const { platformFeePercent, fixedPremiumPercent, minimumUsd, maximumUsd, fixedMaximumUsd } = pricing;
  const { referrerSharePercent, minimumWithdrawal } = affiliates;
  const feeOf = (volume: Decimal): Decimal => percentOf(volume, platformFeePercent);
  const shareOf = (volume: Decimal): string => write(percentOf(feeOf(volume), referrerSharePercent));
  return {
    brand: brand.name,
    legalEntity: brand.legalEntity,
    supportEmail: brand.supportEmail,
    platformFeePercent: write(platformFeePercent),
    fixedPremiumPercent: write(fixedPremiumPercent),
    minimumUsd: write(minimumUsd),
    maximumUsd: write(maximumUsd),
    fixedMaximumUsd: write(fixedMaximumUsd),
    fixedTolerancePercent: write(FIXED_AMOUNT_TOLERANCE_PERCENT),
    costRisePercent: write(COST_RISE_PERCENT),
    lockMinutes: String(FIXED_RATE_LOCK_MS / MINUTE_MS),
    laterHours: String(LATER_DEPOSIT_WINDOW_MS / HOUR_MS),
    decisionHours: String(DECISION_DEADLINE_MS / HOUR_MS),
    congestedHours: String(CONGESTED_REFUND_WAIT_MS / HOUR_MS),
    referralHours: String(REFERRAL_COOKIE.maxAgeSeconds / 3_600),
    referrerSharePercent: write(referrerSharePercent),
    minimumWithdrawal: write(minimumWithdrawal),
    exampleFee: write(feeOf('1000')),
    exampleShare: shareOf('1000'),
    exampleShareOfTen: shareOf('10000'),
    exampleShareOfHundred: shareOf('100000'),
  };
}

const percentOf = (value: Decimal, percent: Decimal): Decimal =>
  toDecimal(amount(value).times(amount(percent)).div(amount('100')));
