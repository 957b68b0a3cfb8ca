import { sql } from 'kysely';
import { execute, listCorruptions } from './corruption.ts';

/** Changes that let the caps count less than what has left. */
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
]);
