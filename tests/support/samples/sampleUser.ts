import type { UserRow } from '../../../server/db/tables/accounts.ts';

/** Returns the row of a customer who has just registered, by default at a fixed time. `at` is in ms since 1970. */
export function sampleUser(changes: Partial<UserRow> = {}, at = Date.UTC(2026, 10, 1)): UserRow {
  const { id = 1, email = `customer${id}@example.org` } = changes;
  return {
    id,
    version: 0,
    email,
    email_key: email?.toLowerCase() ?? null,
    password_hash: null,
    has_second_factor: 0,
    operator_scopes: '[]',
    locale: 'en',
    email_confirmed_at: null,
    pending_email: null,
    referrer_user_id: null,
    referrer_code: null,
    created_at: at,
    password_changed_at: at,
    credentials_changed_at: at,
    closed_at: null,
    frozen_until: null,
    withdrawals_from: null,
    restored_at: null,
    ...changes,
  };
}
