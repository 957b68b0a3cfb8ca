import type { Executor } from '../../database.ts';
import type { ProviderAccountRow } from '../../tables/fiat.ts';

export async function findProviderAccount(executor: Executor, userId: number): Promise<ProviderAccountRow | undefined> {
  return await executor.selectFrom('provider_accounts').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Stores a customer's account, or its new token. A consent and a verdict that were given before stay, the verdict with the same e-mail. */
export async function storeProviderAccount(executor: Executor, row: ProviderAccountRow): Promise<void> {
  const { user_id: _user, verified_at: _verdict, terms_version, consented_at, ...session } = row;
  const consent = consented_at === null ? {} : { terms_version, consented_at };
  await executor
    .insertInto('provider_accounts')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(({ ref, eb }) => ({
        ...session,
        ...consent,
        verified_at: eb
          .case()
          .when('provider_accounts.email', '=', session.email)
          .then(ref('provider_accounts.verified_at'))
          .else(null)
          .end(),
      })),
    )
    .execute();
}

/** Records that the provider has verified a customer, or has not: null. */
export async function storeVerdict(executor: Executor, userId: number, verifiedAt: number | null): Promise<void> {
  await executor.updateTable('provider_accounts').set({ verified_at: verifiedAt }).where('user_id', '=', userId).execute();
}

/** Returns the e-mail of a customer, if it is confirmed; null otherwise. */
export async function findConfirmedEmail(executor: Executor, userId: number): Promise<string | null> {
  const user = await executor
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  return user?.email ?? null;
}
