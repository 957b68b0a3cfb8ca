import type { Decimal } from '../../contract/money.ts';

export const EMAIL_CONFIRMATIONS = ['A', 'B', 'D'] as const;

/** Pricing settings of the operator, read by `pricingSettings.ts` (D72). Percentages and USD amounts are decimal strings. */
export interface PricingConfiguration {
  /** Platform fee of every exchange (D48) */
  platformFeePercent: Decimal;
  /** Least additional fee of a fixed rate, which is held for 20 minutes (D5) */
  fixedPremiumPercent: Decimal;
  /** The additional fee in standard deviations of the pair within these minutes (D67) */
  fixedPremiumDeviations: Decimal;
  /** The minimum is the larger of `minimumUsd` and the amount of which the network fees are `maximumFeeSharePercent` (D53) */
  minimumUsd: Decimal;
  maximumFeeSharePercent: Decimal;
  maximumUsd: Decimal;
  /** Above this amount only the floating rate is offered */
  fixedMaximumUsd: Decimal;
  /** Maximum spread between bid and ask for a fixed rate */
  fixedMaximumSpreadPercent: Decimal;
  /** Default amount of the form (D45) */
  recommendedUsd: Decimal;
  /** How the e-mail is confirmed (D11) */
  ckm: (typeof EMAIL_CONFIRMATIONS)[number];
}

export const DEFAULT_PRICING: PricingConfiguration = {
  platformFeePercent: '0.5',
  fixedPremiumPercent: '0.5',
  fixedPremiumDeviations: '2',
  minimumUsd: '10',
  maximumFeeSharePercent: '10',
  maximumUsd: '50000',
  fixedMaximumUsd: '20000',
  fixedMaximumSpreadPercent: '1',
  recommendedUsd: '500',
  ckm: 'D',
};
