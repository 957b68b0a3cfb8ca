import type { RawBuilder, SqlBool } from 'kysely';
import { compiledRead } from '../../compiled.ts';
import type { Database } from '../../database.ts';
import type { EmbeddedCardCallbackTable, EmbeddedCardPurchase, EmbeddedCardUser } from '../../tables/embeddedCards.ts';

/** Storage of the embedded card provider (`ports/fiat/embedded/embeddedCardStore.ts`). */
export function createEmbeddedCardStore(database: Database) {
  const toDeliver = database
    .selectFrom('embedded_card_purchases')
    .where('buy_status', '=', 'paid')
    .where((where) => where.or([where('withdraw_status', 'is', null), where('withdraw_status', '=', 'new')]));
  const dueCallbacks = (now: number | RawBuilder<number>) =>
    database.selectFrom('embedded_card_callbacks').where('due_at', '<=', now);
  const work = compiledRead<{ now: number }, { isAny: SqlBool }>((executor, value) =>
    executor.selectNoFrom((select) =>
      select.or([select.exists(toDeliver.select('id')), select.exists(dueCallbacks(value('now')).select('id'))]).as('isAny'),
    ),
  );
  return {
    addUser: async (user: EmbeddedCardUser) => {
      const inserted = await database
        .insertInto('embedded_card_users')
        .values(user)
        .onConflict((conflict) => conflict.column('email').doNothing())
        .executeTakeFirst();
      return inserted.numInsertedOrUpdatedRows === 1n;
    },
    findUser: async (by: { email: string } | { token: string } | { id: string }) => {
      const users = database.selectFrom('embedded_card_users').selectAll();
      const [column, value] =
        'email' in by
          ? (['email', by.email] as const)
          : 'token' in by
            ? (['token', by.token] as const)
            : (['id', by.id] as const);
      return await users.where(column, '=', value).executeTakeFirst();
    },
    setKycStatus: async (id: string, kyc_status: EmbeddedCardUser['kyc_status']) => {
      await database.updateTable('embedded_card_users').set({ kyc_status }).where('id', '=', id).execute();
    },
    addPurchase: async (purchase: EmbeddedCardPurchase) => {
      await database.insertInto('embedded_card_purchases').values(purchase).execute();
    },
    findPurchase: async (id: string) =>
      await database.selectFrom('embedded_card_purchases').selectAll().where('id', '=', id).executeTakeFirst(),
    listByMerchantId: async (userId: string, merchantId: string) =>
      await database
        .selectFrom('embedded_card_purchases')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('user_id', '=', userId)
        .execute(),
    listOfUser: async (userId: string) =>
      await database.selectFrom('embedded_card_purchases').selectAll().where('user_id', '=', userId).execute(),
    hasWork: async (now: number) => {
      const [found] = await work(database, { now });
      return Boolean(found?.isAny);
    },
    listToDeliver: async (limit: number) => await toDeliver.selectAll().limit(limit).execute(),
    changePurchase: async (
      purchase: EmbeddedCardPurchase,
      changes: Partial<EmbeddedCardPurchase>,
      callbacks: readonly EmbeddedCardCallbackTable[],
    ) =>
      await database.transaction().execute(async (transaction) => {
        const { id, buy_status, withdraw_status } = purchase;
        const change = transaction
          .updateTable('embedded_card_purchases')
          .set(changes)
          .where('id', '=', id)
          .where('buy_status', '=', buy_status);
        const isSame =
          withdraw_status === null
            ? change.where('withdraw_status', 'is', null)
            : change.where('withdraw_status', '=', withdraw_status);
        const { numUpdatedRows } = await isSame.executeTakeFirst();
        if (numUpdatedRows === 1n)
          await transaction
            .insertInto('embedded_card_callbacks')
            .values([...callbacks])
            .execute();
        return numUpdatedRows === 1n;
      }),
    listDueCallbacks: async (now: number, limit: number) =>
      await dueCallbacks(now).selectAll().orderBy('due_at').limit(limit).execute(),
    delayCallback: async (id: string, due_at: number, attempts: number) => {
      await database.updateTable('embedded_card_callbacks').set({ due_at, attempts }).where('id', '=', id).execute();
    },
    removeCallback: async (id: string) => {
      await database.deleteFrom('embedded_card_callbacks').where('id', '=', id).execute();
    },
  };
}
