import { sql } from 'kysely';
import { amount, toDecimal } from '../../../contract/money.ts';
import { execute, listCorruptions } from './corruption.ts';

const DAY_MS = 24 * 3_600_000;

/** Changes of what limits, holds or checks payments: caps, reservations, overrides, and marks of what was checked. */
export const capCorruptions = listCorruptions('caps', [
  ['what has left is deleted', () => 'outflow:', (books) => execute(books, sql`delete from outflows`)],
  ['what has left is set to 0', () => 'outflow:', (books) => execute(books, sql`update outflows set usd_value = '0'`)],
  [
    'what a payout is worth is set to 0',
    () => 'outflow:',
    ({ orders, ...books }) => execute(books, sql`update outbox set usd_value = '0' where id = ${`PAYOUT:${orders.fixed}`}`),
  ],
  [
    'what has left is set to 0, with what each payout is worth',
    ({ fixed }) => `send:PAYOUT:${fixed}:value`,
    async (books) => {
      await execute(books, sql`update outflows set usd_value = '0'`);
      await execute(books, sql`update outbox set usd_value = '0'`);
    },
  ],
  [
    'a reservation is deleted',
    ({ unpaid }) => `order:${unpaid}:reservation`,
    ({ orders, ...books }) => execute(books, sql`delete from reservations where order_id = ${orders.unpaid}`),
  ],
  [
    'a reservation is lowered',
    ({ unpaid }) => `order:${unpaid}:reservation`,
    ({ orders, ...books }) => execute(books, sql`update reservations set amount = '0' where order_id = ${orders.unpaid}`),
  ],
  [
    'the stored balance of a treasury is multiplied by 10',
    () => 'treasury:stored:ltc',
    async (books) => {
      const { amount: held } = await books.database
        .selectFrom('treasury_balances')
        .select('amount')
        .where('instrument', '=', 'ltc')
        .executeTakeFirstOrThrow();
      const raised = toDecimal(amount(held).times(amount('10')));
      await execute(
        books,
        sql`update treasury_balances set amount = ${raised}, refreshed_at = ${Date.now() + DAY_MS} where instrument = 'ltc'`,
      );
    },
  ],
  [
    'the checks of a payout are overridden by nobody',
    ({ floating }) => `send:PAYOUT:${floating}:override`,
    ({ orders, ...books }) => execute(books, sql`update outbox set overridden_at = 1 where id = ${`PAYOUT:${orders.floating}`}`),
  ],
  [
    'a payout that the network does not know is marked as verified long ago',
    ({ floating }) => `send:PAYOUT:${floating}:transfer`,
    async ({ orders, ...books }) => {
      const id = `PAYOUT:${orders.floating}`;
      const longAgo = Date.now() - 30 * DAY_MS;
      await execute(books, sql`update chain_transfers set amount = '1' where idempotency_key = ${id}`);
      await execute(books, sql`update outbox set confirmed_at = ${longAgo} where id = ${id}`);
      await execute(
        books,
        sql`insert into reconcile_verified_sends (outbox_id, verified_at, document, signature, key_id)
            select ${id}, ${longAgo}, document, signature, key_id from signed_documents where order_id = ${orders.floating} limit 1`,
      );
    },
  ],
  [
    'a scope is granted to an operator',
    (_orders, { otherId }) => `operator:${otherId}`,
    ({ customer, ...books }) =>
      execute(books, sql`update users set operator_scopes = '["treasury"]' where id = ${customer.otherId}`),
  ],
]);
