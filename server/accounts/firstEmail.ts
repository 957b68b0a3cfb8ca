import type { UserRow } from '../db/tables/accounts.ts';
import { wholeSetting } from '../settings/settingTable.ts';
import type { Variables } from '../settings/variables.ts';

export interface FirstEmailRules {
  /** Withdrawals open so many ms after the first e-mail of an account was confirmed (D80) */
  waitMs: number;
}

/** Throws a ConfigurationError. */
export function readFirstEmailRules(variables: Variables): FirstEmailRules {
  return { waitMs: wholeSetting(variables, 'FIRST_EMAIL_WAIT_SECONDS') * 1_000 };
}

/**
 * Returns what else changes in the row of a customer whose e-mail is confirmed. Before the first confirmation, a thief needs only the
 * password to replace the e-mail with an own one, whose codes then prove withdrawals. The wait gives the owner time to notice it (D80).
 */
export function withdrawalsAfter(
  { waitMs }: FirstEmailRules,
  { email_confirmed_at: confirmedAt }: Pick<UserRow, 'email_confirmed_at'>,
  now: number,
): Partial<Pick<UserRow, 'withdrawals_from'>> {
  return confirmedAt === null ? { withdrawals_from: now + waitMs } : {};
}
