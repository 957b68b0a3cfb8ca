import type { Decimal } from '../../contract/money.ts';

/** What the operator decides about prices. Percentages and dollars are decimal strings. */
export interface PricingConfiguration {
  /** D48: kept from every exchange */
  platformFeePercent: Decimal;
  /** Kept besides when the rate is fixed: the price of holding it for 20 minutes (D5) */
  fixedPremiumPercent: Decimal;
  /** The smallest exchange, and how often the payout's network fee must fit into it */
  minimumUsd: Decimal;
  minimumNetworkFees: Decimal;
  maximumUsd: Decimal;
  /** Above it, only the floating rate is offered */
  fixedMaximumUsd: Decimal;
  /** A pair whose bid and ask are further apart than this is too thin for a fixed rate */
  fixedMaximumSpreadPercent: Decimal;
  /** What the form first proposes (D45) */
  recommendedUsd: Decimal;
  /** How the e-mail is confirmed (D11) */
  ckm: 'A' | 'B' | 'D';
}

export const DEFAULT_PRICING: PricingConfiguration = {
  platformFeePercent: '0.5',
  fixedPremiumPercent: '0.5',
  minimumUsd: '10',
  minimumNetworkFees: '2',
  maximumUsd: '50000',
  fixedMaximumUsd: '20000',
  fixedMaximumSpreadPercent: '1',
  recommendedUsd: '500',
  ckm: 'D',
};
