import { requireRising } from '../settings/requireRising.ts';
import { decimalSetting, optionSetting } from '../settings/settingTable.ts';
import type { Variables } from '../settings/variables.ts';
import type { PricingConfiguration } from './configuration.ts';

/** Reads the operator's prices and limits of an exchange (D72). Throws a ConfigurationError. */
export function readPricing(variables: Variables): PricingConfiguration {
  const pricing: PricingConfiguration = {
    platformFeePercent: decimalSetting(variables, 'PLATFORM_FEE_PERCENT'),
    fixedPremiumPercent: decimalSetting(variables, 'FIXED_RATE_PREMIUM_PERCENT'),
    fixedPremiumDeviations: decimalSetting(variables, 'FIXED_RATE_PREMIUM_DEVIATIONS'),
    minimumUsd: decimalSetting(variables, 'ORDER_MINIMUM_USD'),
    maximumFeeSharePercent: decimalSetting(variables, 'NETWORK_FEE_SHARE_PERCENT'),
    maximumUsd: decimalSetting(variables, 'ORDER_MAXIMUM_USD'),
    fixedMaximumUsd: decimalSetting(variables, 'FIXED_RATE_MAXIMUM_USD'),
    fixedMaximumSpreadPercent: decimalSetting(variables, 'FIXED_RATE_SPREAD_PERCENT'),
    recommendedUsd: decimalSetting(variables, 'DEFAULT_AMOUNT_USD'),
    ckm: optionSetting(variables, 'EMAIL_CONFIRMATION'),
  };
  requireRising(
    [
      ['ORDER_MINIMUM_USD', pricing.minimumUsd],
      ['DEFAULT_AMOUNT_USD', pricing.recommendedUsd],
      ['FIXED_RATE_MAXIMUM_USD', pricing.fixedMaximumUsd],
      ['ORDER_MAXIMUM_USD', pricing.maximumUsd],
    ],
    'otherwise the limits contradict each other, or the form starts with an amount that nobody can exchange',
  );
  return pricing;
}

/** The prices and limits of a host without any variable */
export const DEFAULT_PRICING: PricingConfiguration = readPricing({});
