import { compare, type Decimal } from '../../contract/money.ts';
import { ConfigurationError } from '../settings/configurationError.ts';
import { decimal, oneOf, type Variables } from '../settings/variables.ts';
import { DEFAULT_PRICING, EMAIL_CONFIRMATIONS, type PricingConfiguration } from './configuration.ts';

/** The variable of each setting that is a decimal. */
const VARIABLES = {
  platformFeePercent: 'PLATFORM_FEE_PERCENT',
  fixedPremiumPercent: 'FIXED_RATE_PREMIUM_PERCENT',
  fixedPremiumDeviations: 'FIXED_RATE_PREMIUM_DEVIATIONS',
  minimumUsd: 'ORDER_MINIMUM_USD',
  maximumUsd: 'ORDER_MAXIMUM_USD',
  fixedMaximumUsd: 'FIXED_RATE_MAXIMUM_USD',
  maximumFeeSharePercent: 'NETWORK_FEE_SHARE_PERCENT',
  fixedMaximumSpreadPercent: 'FIXED_RATE_SPREAD_PERCENT',
  recommendedUsd: 'DEFAULT_AMOUNT_USD',
} as const satisfies Partial<Record<keyof PricingConfiguration, string>>;
type Setting = keyof typeof VARIABLES;

/** The bounds of each setting, both included. Beyond them, a typing error is more likely than a wish. */
const BOUNDS: Readonly<Record<Setting, readonly [least: Decimal, most: Decimal]>> = {
  platformFeePercent: ['0', '10'],
  fixedPremiumPercent: ['0', '10'],
  fixedPremiumDeviations: ['0', '10'],
  minimumUsd: ['1', '1000000000'],
  maximumUsd: ['1', '1000000000'],
  fixedMaximumUsd: ['1', '1000000000'],
  // The minimum for a customer who accepts high fees allows half.
  maximumFeeSharePercent: ['1', '50'],
  fixedMaximumSpreadPercent: ['0', '10'],
  recommendedUsd: ['1', '1000000000'],
};

/** Reads the operator's prices and limits of an exchange (D72). Throws a ConfigurationError. */
export function readPricing(variables: Variables): PricingConfiguration {
  const pricing: PricingConfiguration = {
    ...(Object.fromEntries(
      (Object.keys(VARIABLES) as Setting[]).map((setting) => [setting, readBounded(variables, setting)]),
    ) as Record<Setting, Decimal>),
    ckm: oneOf(variables, 'EMAIL_CONFIRMATION', EMAIL_CONFIRMATIONS, DEFAULT_PRICING.ckm),
  };
  const rising = ['minimumUsd', 'recommendedUsd', 'fixedMaximumUsd', 'maximumUsd'] as const;
  for (const [index, setting] of rising.entries()) {
    const next = rising[index + 1];
    if (next === undefined || compare(pricing[setting], pricing[next]) <= 0) continue;
    throw new ConfigurationError(
      `${VARIABLES[setting]} (${pricing[setting]}) must be at most ${VARIABLES[next]} (${pricing[next]}).`,
    );
  }
  return pricing;
}

function readBounded(variables: Variables, setting: Setting): Decimal {
  const name = VARIABLES[setting];
  const value = decimal(variables, name, DEFAULT_PRICING[setting]);
  const [least, most] = BOUNDS[setting];
  if (compare(value, least) >= 0 && compare(value, most) <= 0) return value;
  throw new ConfigurationError(`${name} must be from ${least} to ${most}, not ${value}.`);
}
