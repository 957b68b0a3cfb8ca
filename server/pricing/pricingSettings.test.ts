import { expect, test } from 'vitest';
import { DEFAULT_PRICING, readPricing } from './pricingSettings.ts';

test('has the default prices without a variable', () => {
  expect(readPricing({})).toEqual(DEFAULT_PRICING);
});

test('takes every price and limit from its variable', () => {
  const variables = {
    PLATFORM_FEE_PERCENT: '0.75',
    FIXED_RATE_PREMIUM_PERCENT: '0.8',
    FIXED_RATE_PREMIUM_DEVIATIONS: '2.5',
    ORDER_MINIMUM_USD: '25',
    ORDER_MAXIMUM_USD: '10000',
    FIXED_RATE_MAXIMUM_USD: '5000',
    NETWORK_FEE_SHARE_PERCENT: '5',
    FIXED_RATE_SPREAD_PERCENT: '0.6',
    DEFAULT_AMOUNT_USD: '300',
    EMAIL_CONFIRMATION: 'B',
  };
  expect(readPricing(variables)).toEqual({
    platformFeePercent: '0.75',
    fixedPremiumPercent: '0.8',
    fixedPremiumDeviations: '2.5',
    minimumUsd: '25',
    maximumUsd: '10000',
    fixedMaximumUsd: '5000',
    maximumFeeSharePercent: '5',
    fixedMaximumSpreadPercent: '0.6',
    recommendedUsd: '300',
    ckm: 'B',
  });
});

test.each([
  ['PLATFORM_FEE_PERCENT', '0,5', 'PLATFORM_FEE_PERCENT must be a plain decimal such as 1000 or 0.5, not "0,5".'],
  ['PLATFORM_FEE_PERCENT', '50', 'PLATFORM_FEE_PERCENT must be from 0 to 10, not 50.'],
  ['FIXED_RATE_PREMIUM_PERCENT', '-1', 'FIXED_RATE_PREMIUM_PERCENT must be a plain decimal such as 1000 or 0.5, not "-1".'],
  ['NETWORK_FEE_SHARE_PERCENT', '0', 'NETWORK_FEE_SHARE_PERCENT must be from 1 to 50, not 0.'],
  ['EMAIL_CONFIRMATION', 'C', 'EMAIL_CONFIRMATION must be one of A, B, D, not "C".'],
  ['ORDER_MINIMUM_USD', '600', 'ORDER_MINIMUM_USD (600) must be at most DEFAULT_AMOUNT_USD (500): '],
  ['FIXED_RATE_MAXIMUM_USD', '60000', 'FIXED_RATE_MAXIMUM_USD (60000) must be at most ORDER_MAXIMUM_USD (50000): '],
])('refuses %s=%s with the reason', (name, value, message) => {
  expect(() => readPricing({ [name]: value })).toThrow(message);
});
