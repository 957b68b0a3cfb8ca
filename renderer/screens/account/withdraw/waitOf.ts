import type { WithdrawalTerms } from '../../../../contract/api/withdrawals.ts';

const HOUR_SECONDS = 3_600;
const MINUTE_SECONDS = 60;

/** Returns how long a withdrawal waits, for texts: in hours if it is a number of whole hours (else 0), and in minutes. */
export function waitOf({ waitSeconds }: WithdrawalTerms): { hours: number; minutes: number } {
  return {
    hours: waitSeconds % HOUR_SECONDS === 0 ? waitSeconds / HOUR_SECONDS : 0,
    minutes: Math.ceil(waitSeconds / MINUTE_SECONDS),
  };
}
