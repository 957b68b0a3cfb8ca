import { decimal, type Variables } from '../settings/variables.ts';

/** Reads the caps of payouts and refunds, in USD (D41, D56). Throws a ConfigurationError. */
export function readPayoutCaps(variables: Variables) {
  return {
    perOrderUsd: decimal(variables, 'PAYOUT_CAP_PER_ORDER_USD', '100000'),
    perHourUsd: decimal(variables, 'PAYOUT_CAP_PER_HOUR_USD', '1000000'),
    perHourTotalUsd: decimal(variables, 'PAYOUT_CAP_TOTAL_PER_HOUR_USD', '2000000'),
    perDayTotalUsd: decimal(variables, 'PAYOUT_CAP_TOTAL_PER_DAY_USD', '10000000'),
    collectFirstAboveUsd: decimal(variables, 'COLLECT_FIRST_ABOVE_USD', '5000'),
  };
}
