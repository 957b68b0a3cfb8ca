import { decimalSetting, wholeSetting } from '../settings/settingTable.ts';
import type { Variables } from '../settings/variables.ts';
import type { WithdrawalRules } from './withdrawalContext.ts';

/** Reads the smallest withdrawal, when one needs an operator, and how long one can be stopped (D60). Throws a ConfigurationError. */
export function readWithdrawalRules(variables: Variables): WithdrawalRules {
  return {
    minimum: decimalSetting(variables, 'MINIMUM_WITHDRAWAL_USDT'),
    reviewAbove: decimalSetting(variables, 'WITHDRAWAL_REVIEW_ABOVE_USDT'),
    waitMs: wholeSetting(variables, 'WITHDRAWAL_WAIT_SECONDS') * 1_000,
  };
}
