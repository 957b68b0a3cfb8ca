import type { Decimal } from '../../contract/money.ts';
import type { SETTINGS } from '../settings/settingTable.ts';

/** Pricing settings of the operator, read by `pricingSettings.ts` (D72). A host's values change while it runs. Percentages and USD amounts are decimal strings. */
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
  ckm: (typeof SETTINGS.EMAIL_CONFIRMATION.options)[number];
}
