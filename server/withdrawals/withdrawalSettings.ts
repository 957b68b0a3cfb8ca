import { decimal, wholeNumber, type Variables } from '../settings/variables.ts';
import type { WithdrawalRules } from './withdrawalContext.ts';

/** Reads when a withdrawal needs an operator, and how long it can be stopped (D60). Throws a ConfigurationError. */
export function readWithdrawalRules(variables: Variables): Omit<WithdrawalRules, 'minimum'> {
  return {
    reviewAbove: decimal(variables, 'WITHDRAWAL_REVIEW_ABOVE_USDT', '1000'),
    waitMs: wholeNumber(variables, 'WITHDRAWAL_WAIT_SECONDS', 3_600, 0, 604_800) * 1_000,
  };
}
