import { sql } from 'kysely';
import { add } from '../../../contract/money.ts';
import { execute, listCorruptions } from './corruption.ts';

export const customerCorruptions = listCorruptions('customers', [
  [
    'a balance is raised by a cent',
    (_orders, { userId }) => `customer:${userId}:balance:usdttrc20`,
    async ({ database, customer: { userId } }) => {
      const { amount } = await database
        .selectFrom('customer_balances')
        .select('amount')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      await execute({ database }, sql`update customer_balances set amount = ${add(amount, '0.01')} where user_id = ${userId}`);
    },
  ],
  [
    'a balance is deleted',
    (_orders, { userId }) => `customer:${userId}:balance:usdttrc20`,
    ({ customer, ...books }) => execute(books, sql`delete from customer_balances where user_id = ${customer.userId}`),
  ],
  [
    'the fee of a withdrawal is changed',
    (_orders, { userId, withdrawalId }) => `customer:${userId}:WITHDRAWAL:${withdrawalId}`,
    ({ customer, ...books }) =>
      execute(books, sql`update withdrawals set network_fee = '0.5' where id = ${customer.withdrawalId}`),
  ],
  [
    'a withdrawal is given to another customer',
    (_orders, { otherId, withdrawalId }) => `customer:${otherId}:WITHDRAWAL:${withdrawalId}`,
    ({ customer, ...books }) =>
      execute(books, sql`update withdrawals set user_id = ${customer.otherId} where id = ${customer.withdrawalId}`),
  ],
  [
    'a withdrawal that was sent is marked as stopped',
    (_orders, { withdrawalId }) => `cancelled:withdrawal:${withdrawalId}`,
    ({ customer, ...books }) =>
      execute(books, sql`update outbox set state = 'CANCELLED' where id = ${`WITHDRAWAL:${customer.withdrawalId}`}`),
  ],
  [
    'a withdrawal is deleted',
    (_orders, { withdrawalId }) => `withdrawal:${withdrawalId}`,
    ({ customer, ...books }) => execute(books, sql`delete from withdrawals where id = ${customer.withdrawalId}`),
  ],
  [
    'the send of a withdrawal is deleted',
    (_orders, { userId, withdrawalId }) => `customer:${userId}:WITHDRAWAL:${withdrawalId}`,
    ({ customer, ...books }) => execute(books, sql`delete from outbox where id = ${`WITHDRAWAL:${customer.withdrawalId}`}`),
  ],
]);
