import { tooManyRequests } from '../../contract/errors.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import type { Executor } from '../db/database.ts';
import { insertUser } from '../db/repositories/accounts/users.ts';
import { useAllowance, takeOfClient } from '../db/repositories/allowances.ts';
import type { AccountContext, Client } from './context.ts';
import { emailKey } from './emailKey.ts';

const HOUR_MS = 3_600_000;
/** Of one network */
const REGISTRATIONS_PER_HOUR = 30;
/** Of one account of the messenger, which closes one account here and begins again */
const MESSENGER_REGISTRATIONS_PER_HOUR = 5;

/** A customer who registers. `referral`: who brought them, and with which code (D48). */
interface NewCustomer {
  email: string | null;
  passwordHash: string | null;
  locale: LocaleCode;
  referral: { userId: number; code: string } | null;
}

/** Throws ERR_TOO_MANY_REQUESTS if many customers registered from this network within the hour. */
export async function limitRegistrations(
  { database, now }: Pick<AccountContext, 'database' | 'now'>,
  { address }: Pick<Client, 'address'>,
): Promise<void> {
  const limit = { name: 'register', windowMs: HOUR_MS, most: REGISTRATIONS_PER_HOUR };
  if (await takeOfClient(database, limit, address, now())) return;
  throw tooManyRequests('Too many accounts were created from your network. Try again in an hour.', HOUR_MS / 1_000);
}

/**
 * Throws ERR_TOO_MANY_REQUESTS if this account of the messenger registered often within the hour. Its network does not count: customers of
 * a mobile carrier share one, and accounts of the messenger are not free.
 */
export async function limitMessengerRegistrations(
  { database, now }: Pick<AccountContext, 'database' | 'now'>,
  messengerId: string,
): Promise<void> {
  const limit = { name: `register-messenger:${messengerId}`, windowMs: HOUR_MS, most: MESSENGER_REGISTRATIONS_PER_HOUR };
  if (await useAllowance(database, limit, now())) return;
  throw tooManyRequests('Too many accounts were created with this messenger. Try again in an hour.', HOUR_MS / 1_000);
}

/** Inserts a customer at `at` and signs the referral (D68). Returns the number; null if the e-mail belongs to another customer. */
export async function insertCustomer(
  { referrals }: Pick<AccountContext, 'referrals'>,
  transaction: Executor,
  { email, passwordHash, locale, referral }: NewCustomer,
  at: number,
): Promise<number | null> {
  const id = await insertUser(transaction, {
    email,
    email_key: email === null ? null : emailKey(email),
    password_hash: passwordHash,
    operator_scopes: '[]',
    locale,
    email_confirmed_at: null,
    pending_email: null,
    referrer_user_id: referral?.userId ?? null,
    referrer_code: referral?.code ?? null,
    has_second_factor: 0,
    created_at: at,
    password_changed_at: at,
    credentials_changed_at: at,
    closed_at: null,
  });
  if (id !== null && referral) {
    await referrals.sign(transaction, { userId: id, referrerId: referral.userId, code: referral.code });
  }
  return id;
}
