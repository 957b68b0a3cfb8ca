import type { Executor } from '../../database.ts';
import type { AccountMailRow, UserRow } from '../../tables/accounts.ts';

type NewAccountMail = Pick<
  AccountMailRow,
  'id' | 'user_id' | 'to_address' | 'kind' | 'data' | 'locale' | 'origin' | 'created_at'
>;

export async function insertAccountMail(executor: Executor, mail: NewAccountMail): Promise<void> {
  await executor
    .insertInto('account_mails')
    .values({
      ...mail,
      state: 'PENDING',
      attempts: 0,
      not_before: mail.created_at,
      lease_owner: null,
      lease_until: 0,
      reason: null,
      sent_at: null,
    })
    .execute();
}

/** Returns the e-mail address of a customer, when it was confirmed, and the language; without an address once the account is closed. */
export async function findMailReader(
  executor: Executor,
  userId: number,
): Promise<Pick<UserRow, 'email' | 'email_confirmed_at' | 'locale'> | undefined> {
  const user = executor.selectFrom('users').select(['email', 'email_confirmed_at', 'locale']);
  return await user.where('id', '=', userId).executeTakeFirst();
}

/** Deletes the records of mails that were queued before `before`. */
export async function deleteOldAccountMails(executor: Executor, before: number): Promise<void> {
  await executor.deleteFrom('account_mails').where('created_at', '<', before).where('state', '<>', 'PENDING').execute();
}
