import { requireRising } from '../settings/requireRising.ts';
import { decimalSetting } from '../settings/settingTable.ts';
import type { Variables } from '../settings/variables.ts';

/** Reads the caps of payouts and refunds, in USD (D41, D56). Throws a ConfigurationError. */
export function readPayoutCaps(variables: Variables) {
  const caps = {
    perOrderUsd: decimalSetting(variables, 'PAYOUT_CAP_PER_ORDER_USD'),
    perHourUsd: decimalSetting(variables, 'PAYOUT_CAP_PER_HOUR_USD'),
    perHourTotalUsd: decimalSetting(variables, 'PAYOUT_CAP_TOTAL_PER_HOUR_USD'),
    perDayTotalUsd: decimalSetting(variables, 'PAYOUT_CAP_TOTAL_PER_DAY_USD'),
    collectFirstAboveUsd: decimalSetting(variables, 'COLLECT_FIRST_ABOVE_USD'),
  };
  requireRising(
    [
      ['PAYOUT_CAP_PER_ORDER_USD', caps.perOrderUsd],
      ['PAYOUT_CAP_PER_HOUR_USD', caps.perHourUsd],
      ['PAYOUT_CAP_TOTAL_PER_HOUR_USD', caps.perHourTotalUsd],
      ['PAYOUT_CAP_TOTAL_PER_DAY_USD', caps.perDayTotalUsd],
    ],
    'otherwise the narrower cap would limit nothing',
  );
  return caps;
}
