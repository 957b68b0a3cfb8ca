import { decimal, type Variables } from '../../settings/variables.ts';
import type { ReservationLimits } from '../core/context.ts';

/** Reads how much of a coin's free reserve unpaid fixed-rate orders may hold (D54). Throws a ConfigurationError. */
export function readReservationLimits(variables: Variables): ReservationLimits {
  return {
    perClientPercent: decimal(variables, 'UNPAID_RESERVE_PER_CLIENT_PERCENT', '2'),
    totalPercent: decimal(variables, 'UNPAID_RESERVE_TOTAL_PERCENT', '20'),
  };
}
