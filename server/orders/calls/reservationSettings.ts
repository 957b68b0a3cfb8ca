import { requireRising } from '../../settings/requireRising.ts';
import { decimalSetting } from '../../settings/settingTable.ts';
import type { Variables } from '../../settings/variables.ts';
import type { ReservationLimits } from '../core/context.ts';

/** Reads how much of a coin's free reserve unpaid fixed-rate orders may hold (D54). Throws a ConfigurationError. */
export function readReservationLimits(variables: Variables): ReservationLimits {
  const limits = {
    perClientPercent: decimalSetting(variables, 'UNPAID_RESERVE_PER_CLIENT_PERCENT'),
    totalPercent: decimalSetting(variables, 'UNPAID_RESERVE_TOTAL_PERCENT'),
  };
  requireRising(
    [
      ['UNPAID_RESERVE_PER_CLIENT_PERCENT', limits.perClientPercent],
      ['UNPAID_RESERVE_TOTAL_PERCENT', limits.totalPercent],
    ],
    'otherwise one client could hold what all clients share',
  );
  return limits;
}
