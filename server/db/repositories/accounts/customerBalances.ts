import { add, compare, type Decimal } from '../../../../contract/money.ts';
import type { Executor } from '../../database.ts';

/** Returns what a customer can withdraw, in the instrument; "0" without any earnings. */
export async function readCustomerBalance(executor: Executor, userId: number, instrument: string): Promise<Decimal> {
  return (await findCustomerBalance(executor, userId, instrument))?.amount ?? '0';
}

/** Returns the customer's balance; undefined if there never were earnings in the instrument. */
export async function findCustomerBalance(
  executor: Executor,
  userId: number,
  instrument: string,
): Promise<{ amount: Decimal; version: number } | undefined> {
  return await executor
    .selectFrom('customer_balances')
    .select(['amount', 'version'])
    .where('user_id', '=', userId)
    .where('instrument', '=', instrument)
    .executeTakeFirst();
}

/**
 * Adds a signed amount to a customer's balance, in the transaction that posts the EARNINGS line of the ledger. Returns the new
 * balance, or null without any change if it would become negative.
 */
export async function changeCustomerBalance(
  executor: Executor,
  userId: number,
  instrument: string,
  change: Decimal,
): Promise<Decimal | null> {
  await executor
    .insertInto('customer_balances')
    .values({ user_id: userId, instrument, amount: '0', version: 0 })
    .onConflict((conflict) => conflict.columns(['user_id', 'instrument']).doNothing())
    .execute();
  // If no row was updated, another process changed the balance: read it again.
  for (;;) {
    const { amount, version } = (await findCustomerBalance(executor, userId, instrument)) ?? { amount: '0', version: 0 };
    const changed = add(amount, change);
    if (compare(changed, '0') < 0) return null;
    const result = await executor
      .updateTable('customer_balances')
      .set({ amount: changed, version: version + 1 })
      .where('user_id', '=', userId)
      .where('instrument', '=', instrument)
      .where('version', '=', version)
      .executeTakeFirst();
    if (result.numUpdatedRows === 1n) return changed;
  }
}
