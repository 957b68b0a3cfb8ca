import type { Decimal } from '../../contract/money.ts';

/** Pricing settings of the operator. Percentages and USD amounts are decimal strings. */
export interface PricingConfiguration {
  /** Platform fee of every exchange (D48) */
  platformFeePercent: Decimal;
  /** Additional fee of a fixed rate, which is held for 20 minutes (D5) */
  fixedPremiumPercent: Decimal;
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
  ckm: 'A' | 'B' | 'D';
}

export const DEFAULT_PRICING: PricingConfiguration = {
  platformFeePercent: '0.5',
  fixedPremiumPercent: '0.5',
  minimumUsd: '10',
  maximumFeeSharePercent: '10',
  maximumUsd: '50000',
  fixedMaximumUsd: '20000',
  fixedMaximumSpreadPercent: '1',
  recommendedUsd: '500',
  ckm: 'D',
};
