import type { Executor } from '../../database.ts';
import type { AccountMailTable } from '../../tables/accounts.ts';

type NewAccountMail = Pick<
  AccountMailTable,
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

/** Returns the e-mail address and language of a customer; without an address once the account is closed. */
export async function findMailReader(
  executor: Executor,
  userId: number,
): Promise<{ email: string | null; locale: 'en' | 'ru' } | undefined> {
  return await executor.selectFrom('users').select(['email', 'locale']).where('id', '=', userId).executeTakeFirst();
}

/** Deletes the records of mails that were queued before `before`. */
export async function deleteOldAccountMails(executor: Executor, before: number): Promise<void> {
  await executor.deleteFrom('account_mails').where('created_at', '<', before).where('state', '<>', 'PENDING').execute();
}
