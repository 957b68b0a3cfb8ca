import type { Brand } from '../../contract/brand.ts';
import { FRESH_FACTOR_MS } from '../../contract/accounts/proofCalls.ts';
import { LEAST_MARKET_LIMIT_PERCENT } from '../../contract/fixedRate.ts';
import { formatAmount } from '../../contract/formatAmount.ts';
import {
  API_KEY_LIMITS,
  CONFIRM_BLOCKS,
  CONGESTED_REFUND_WAIT_MS,
  COST_RISE_PERCENT,
  DECISION_DEADLINE_MS,
  FIXED_AMOUNT_TOLERANCE_PERCENT,
  FIXED_RATE_LOCK_MS,
  FLOATING_CONSENT_PERCENT,
  FLOATING_DEPOSIT_WINDOW_MS,
  LATER_DEPOSIT_WINDOW_MS,
  MAIL_RETENTION_MS,
  MIN_CONFIRM_MS,
  PRICE_JUMP_PERCENT,
  PRICE_STALE_MS,
  QUOTE_VALID_MS,
  REFERRAL_COOKIE,
  REFUND_FEE_RISE_PERCENT,
  SECOND_SOURCE_DIFFERENCE_PERCENT,
  SESSION_RETENTION_MS,
} from '../../contract/limits.ts';
import { amount, toDecimal, type Amount, type Decimal } from '../../contract/money.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import { TIMESTAMP_TOLERANCE_SECONDS } from '../../contract/signedCall.ts';
import { RESET_CODE_MS } from '../accounts/accountCodes.ts';
import { FREEZE_MS } from '../accounts/freeze/freezeLinks.ts';
import { REFRESH_TOKEN_MS } from '../accounts/sessions.ts';
import type { AffiliateRules } from '../affiliates/affiliateRules.ts';
import type { Catalogue, Network } from '../instruments/catalogue.ts';
import type { PricingConfiguration } from '../pricing/configuration.ts';
import { ASSUMED_VOLATILITY, fixedRateTermsAt, MAXIMUM_VOLATILITY } from '../pricing/volatility.ts';
import type { WithdrawalRules } from '../withdrawals/withdrawalContext.ts';
import { ANSWER_WITHIN_MS } from '../withdrawals/withdrawalFee.ts';
import { AFTER_CHANGE_MS } from '../withdrawals/waitReasons.ts';
import type { Placeholders } from './contentFile.ts';
import { networkRows } from './networkTable.ts';
import { questionTexts } from './questionTexts.ts';

/** The fields of the host's environment have the names that they have there. */
export interface ContentSettings {
  brand: Pick<Brand, 'name' | 'legalEntity' | 'supportEmail' | 'securityEmail' | 'authoritiesEmail'>;
  pricing: PricingConfiguration;
  affiliateRules: AffiliateRules;
  withdrawalRules: Omit<WithdrawalRules, 'minimum'>;
  payoutCaps: { perOrderUsd: Decimal };
  catalogue: Catalogue;
  /** The slugs of the networks that the host is connected to */
  networks: readonly string[];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Returns what the placeholders of content pages stand for, from the running configuration, in the format of a language. */
export function contentFacts(settings: ContentSettings, locale: LocaleCode): Placeholders {
  return {
    ...operatorFacts(settings),
    ...exchangeFacts(settings, locale),
    ...earningFacts(settings, locale),
    ...accountFacts(settings, locale),
    ...networkFacts(settings, locale),
    ...questionTexts(locale),
  };
}

const operatorFacts = ({ brand }: ContentSettings): Placeholders => ({
  brand: brand.name,
  legalEntity: brand.legalEntity,
  supportEmail: brand.supportEmail,
  securityEmail: brand.securityEmail,
  ...(brand.authoritiesEmail !== null && { authoritiesEmail: brand.authoritiesEmail }),
});

function exchangeFacts({ pricing, payoutCaps }: ContentSettings, locale: LocaleCode): Placeholders {
  const write = (value: Decimal): string => formatAmount(value, locale);
  const premiumAt = (volatility: Decimal): string => write(fixedRateTermsAt(amount(volatility), pricing).premiumPercent);
  const percent = (share: Amount): string => write(toDecimal(share.times(amount('100'))));
  return {
    premiumAt40: premiumAt('0.4'),
    premiumAt80: premiumAt('0.8'),
    premiumAt120: premiumAt('1.2'),
    assumedVolatilityPercent: percent(ASSUMED_VOLATILITY),
    fixedVolatilityLimitPercent: percent(MAXIMUM_VOLATILITY),
    leastMarketLimitPercent: write(LEAST_MARKET_LIMIT_PERCENT),
    platformFeePercent: write(pricing.platformFeePercent),
    fixedPremiumPercent: write(pricing.fixedPremiumPercent),
    fixedPremiumDeviations: write(pricing.fixedPremiumDeviations),
    minimumUsd: write(pricing.minimumUsd),
    maximumUsd: write(pricing.maximumUsd),
    maximumFeeSharePercent: write(pricing.maximumFeeSharePercent),
    fixedMaximumUsd: write(pricing.fixedMaximumUsd),
    payoutCapUsd: write(payoutCaps.perOrderUsd),
    fixedTolerancePercent: write(FIXED_AMOUNT_TOLERANCE_PERCENT),
    floatingConsentPercent: write(FLOATING_CONSENT_PERCENT),
    costRisePercent: write(COST_RISE_PERCENT),
    refundFeeRisePercent: write(REFUND_FEE_RISE_PERCENT),
    priceJumpPercent: write(PRICE_JUMP_PERCENT),
    sourcesPercent: write(SECOND_SOURCE_DIFFERENCE_PERCENT),
    priceSeconds: String(PRICE_STALE_MS / 1_000),
    quoteSeconds: String(QUOTE_VALID_MS / 1_000),
    lockMinutes: String(FIXED_RATE_LOCK_MS / MINUTE_MS),
    confirmBlocks: String(CONFIRM_BLOCKS),
    confirmMinutes: String(MIN_CONFIRM_MS / MINUTE_MS),
    floatingHours: String(FLOATING_DEPOSIT_WINDOW_MS / HOUR_MS),
    laterHours: String(LATER_DEPOSIT_WINDOW_MS / HOUR_MS),
    decisionHours: String(DECISION_DEADLINE_MS / HOUR_MS),
    congestedHours: String(CONGESTED_REFUND_WAIT_MS / HOUR_MS),
    referralHours: String(REFERRAL_COOKIE.maxAgeSeconds / 3_600),
  };
}

function earningFacts({ pricing, affiliateRules }: ContentSettings, locale: LocaleCode): Placeholders {
  const write = (value: Decimal): string => formatAmount(value, locale);
  const { referrerSharePercent, cashbackLevels, cashbackWindowDays, minimumWithdrawal } = affiliateRules;
  const feeOf = (volume: Decimal): Decimal => percentOf(volume, pricing.platformFeePercent);
  const shareOf = (volume: Decimal, percent = referrerSharePercent): string => write(percentOf(feeOf(volume), percent));
  const percents = cashbackLevels.map(({ percent }) => percent);
  return {
    referrerSharePercent: write(referrerSharePercent),
    minimumWithdrawal: write(minimumWithdrawal),
    exampleFee: write(feeOf('1000')),
    exampleShare: shareOf('1000'),
    exampleShareOfTen: shareOf('10000'),
    exampleShareOfHundred: shareOf('100000'),
    cashbackFirstPercent: write(percents[0] ?? '0'),
    cashbackHighestPercent: write(percents.at(-1) ?? '0'),
    cashbackWindowDays: String(cashbackWindowDays),
    cashbackRows: cashbackLevels
      .map(
        ({ percent, fromVolume }) =>
          `| ${fromVolume === '0' ? '' : '≥ '}${write(fromVolume)} | ${write(percent)} % | ${shareOf('1000', percent)} |`,
      )
      .join('\n'),
  };
}

const accountFacts = ({ withdrawalRules: { reviewAbove, waitMs } }: ContentSettings, locale: LocaleCode): Placeholders => ({
  reviewAboveUsdt: formatAmount(reviewAbove, locale),
  withdrawalWaitMinutes: String(waitMs / MINUTE_MS),
  afterChangeHours: String(AFTER_CHANGE_MS / HOUR_MS),
  feeAnswerDays: String(ANSWER_WITHIN_MS / DAY_MS),
  freezeDays: String(FREEZE_MS / DAY_MS),
  sessionDays: String(REFRESH_TOKEN_MS / DAY_MS),
  sessionRecordDays: String(SESSION_RETENTION_MS / DAY_MS),
  mailRecordDays: String(MAIL_RETENTION_MS / DAY_MS),
  resetCodeMinutes: String(RESET_CODE_MS / MINUTE_MS),
  freshFactorMinutes: String(FRESH_FACTOR_MS / MINUTE_MS),
  apiKeys: String(API_KEY_LIMITS.keys),
  timestampSeconds: String(TIMESTAMP_TOLERANCE_SECONDS),
});

function networkFacts({ catalogue, networks: slugs }: ContentSettings, locale: LocaleCode): Placeholders {
  const networks = slugs
    .map((slug) => catalogue.networks.get(slug))
    .filter((network): network is Network => network !== undefined);
  const instruments = [...catalogue.instruments.values()].filter(({ network }) => slugs.includes(network));
  return {
    networkCount: String(networks.length),
    coinCount: String(new Set(instruments.map(({ currencyTitle }) => currencyTitle)).size),
    networkRows: networkRows(catalogue, networks, locale),
  };
}

const percentOf = (value: Decimal, percent: Decimal): Decimal =>
  toDecimal(amount(value).times(amount(percent)).div(amount('100')));
