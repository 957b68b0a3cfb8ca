import { readFirstEmailRules } from '../../accounts/firstEmail.ts';
import { readAffiliateRules } from '../../affiliates/affiliateSettings.ts';
import { readHedgingLimits } from '../../hedging/hedgingSettings.ts';
import { readReservationLimits } from '../../orders/calls/reservationSettings.ts';
import { readPayoutCaps } from '../../payments/capSettings.ts';
import { readPricing } from '../../pricing/pricingSettings.ts';
import { readWithdrawalRules } from '../../withdrawals/withdrawalSettings.ts';
import { requireRising } from '../../settings/requireRising.ts';
import type { Variables } from '../../settings/variables.ts';

/** What operators change while the host runs (D72), as each domain reads it. */
export type OperatorSettings = ReturnType<typeof readOperatorSettings>;

/** Reads all settings. Throws a ConfigurationError for a value, or for values together, that would lose money or close the host. */
export function readOperatorSettings(variables: Variables) {
  const pricing = readPricing(variables);
  const payoutCaps = readPayoutCaps(variables);
  requireRising(
    [
      ['ORDER_MINIMUM_USD', pricing.minimumUsd],
      ['PAYOUT_CAP_PER_ORDER_USD', payoutCaps.perOrderUsd],
    ],
    'otherwise every payment would wait for an operator',
  );
  return {
    pricing,
    payoutCaps,
    hedgingLimits: readHedgingLimits(variables),
    reservationLimits: readReservationLimits(variables),
    affiliateRules: readAffiliateRules(variables),
    withdrawalRules: readWithdrawalRules(variables),
    firstEmail: readFirstEmailRules(variables),
  };
}
