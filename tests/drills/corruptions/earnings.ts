import { sql } from 'kysely';
import { add, amount, subtract, toDecimal } from '../../../contract/money.ts';
import type { AccrualRow } from '../../../server/db/tables/affiliates.ts';
import { execute, insertJournal, listCorruptions, type Books } from './corruption.ts';

async function findAccrual({ database }: Books, orderId: string): Promise<AccrualRow> {
  const accruals = database.selectFrom('accruals').selectAll().where('order_id', '=', orderId).where('kind', '=', 'REFERRER');
  return await accruals.executeTakeFirstOrThrow();
}

const journalOf = (orderId: string): string => `accrual:REFERRER:${orderId}`;

/** Changes what a customer can withdraw. */
async function raiseBalance(books: Books, userId: number, by: string): Promise<void> {
  const balances = books.database.selectFrom('customer_balances').select('amount').where('user_id', '=', userId);
  const held = await balances.executeTakeFirst();
  const raised = add(held?.amount ?? '0', by);
  await execute(
    books,
    held
      ? sql`update customer_balances set amount = ${raised} where user_id = ${userId}`
      : sql`insert into customer_balances (user_id, instrument, amount, version) values (${userId}, 'usdttrc20', ${raised}, 1)`,
  );
}

/** Moves a journal of earnings and the balance to a customer. */
async function bookFor(books: Books, orderId: string, userId: number): Promise<void> {
  await execute(books, sql`update ledger_entries set user_id = ${userId} where journal_id = ${journalOf(orderId)} and line = 1`);
}

/** Changes of what orders earned, and for whom. Accruals, journals and balances agree with each other. */
export const earningCorruptions = listCorruptions('earnings', [
  [
    'earnings are multiplied by 1,000, with their journal and the balance',
    ({ own }) => `earning:REFERRER:${own}`,
    async (books) => {
      const { own } = books.orders;
      const { amount: earned, fee } = await findAccrual(books, own);
      const thousandfold = (value: string): string => toDecimal(amount(value).times(amount('1000')));
      const changes = sql`amount = ${thousandfold(earned)}, fee = ${thousandfold(fee)}`;
      await execute(books, sql`update accruals set ${changes} where order_id = ${own} and kind = 'REFERRER'`);
      for (const [line, value] of [thousandfold(earned), `-${thousandfold(earned)}`].entries()) {
        await execute(
          books,
          sql`update ledger_entries set amount = ${value} where journal_id = ${journalOf(own)} and line = ${line}`,
        );
      }
      await raiseBalance(books, books.customer.userId, subtract(thousandfold(earned), earned));
    },
  ],
  [
    'earnings are moved to another customer, with their journal and the balance',
    ({ own }) => `earning:REFERRER:${own}`,
    async (books) => {
      const { own } = books.orders;
      const { userId, otherId } = books.customer;
      const { amount: earned } = await findAccrual(books, own);
      await execute(books, sql`update accruals set user_id = ${otherId} where order_id = ${own} and kind = 'REFERRER'`);
      await bookFor(books, own, otherId);
      await raiseBalance(books, userId, `-${earned}`);
      await raiseBalance(books, otherId, earned);
    },
  ],
  [
    'earnings are deleted, with their journal and the balance',
    ({ own }) => `earning:missing:${own}`,
    async (books) => {
      const { own } = books.orders;
      const { amount: earned } = await findAccrual(books, own);
      await execute(books, sql`delete from accruals where order_id = ${own} and kind = 'REFERRER'`);
      await execute(books, sql`delete from ledger_entries where journal_id = ${journalOf(own)}`);
      await raiseBalance(books, books.customer.userId, `-${earned}`);
    },
  ],
  [
    'earnings of a guest’s order are invented, with their journal and the balance',
    ({ floating }) => `earning:REFERRER:${floating}`,
    async (books) => {
      const { floating } = books.orders;
      const { otherId } = books.customer;
      const row = { ...(await findAccrual(books, books.orders.own)), id: 'invented', order_id: floating, user_id: otherId };
      await books.database.insertInto('accruals').values(row).execute();
      const lines = [`AFFILIATE_COSTS usdttrc20 ${row.amount}`, `EARNINGS usdttrc20 -${row.amount}`];
      await insertJournal(books, { id: journalOf(floating), kind: 'ACCRUAL', orderId: floating, lines });
      await execute(books, sql`update ledger_entries set accrual_id = 'invented' where journal_id = ${journalOf(floating)}`);
      await bookFor(books, floating, otherId);
      await raiseBalance(books, otherId, row.amount);
    },
  ],
  [
    'more is booked as earnings of a day than its fees allow',
    () => 'earning:day:',
    async (books) => {
      const lines = ['AFFILIATE_COSTS usdttrc20 900', 'DESK usdttrc20 -900'];
      await insertJournal(books, { id: 'bonus', kind: 'ACCRUAL', orderId: books.orders.own, lines });
      await execute(books, sql`update ledger_entries set created_at = ${Date.now()} where journal_id = 'bonus'`);
    },
  ],
  [
    'what the host signed about the earnings of all orders is deleted',
    ({ own }) => `earning:signed:${own}`,
    (books) => execute(books, sql`delete from signed_documents where kind = 'EARNINGS'`),
  ],
  [
    'a guest’s order is given to an account',
    ({ floating }) => `order:${floating}:owner`,
    async ({ orders: { floating }, customer: { otherId }, ...books }) => {
      const row = sql`(${floating}, ${otherId}, 'SESSION', 1)`;
      await execute(books, sql`insert into order_owners (order_id, user_id, source, created_at) values ${row}`);
      await execute(books, sql`update orders set customer_id = ${otherId} where id = ${floating}`);
    },
  ],
  [
    'an order is given to another customer',
    ({ own }) => `order:${own}:owner`,
    async ({ orders: { own }, customer: { userId }, ...books }) => {
      await execute(books, sql`update order_owners set user_id = ${userId} where order_id = ${own}`);
      await execute(books, sql`update orders set customer_id = ${userId} where id = ${own}`);
    },
  ],
  [
    'an order is taken from its customer, with what the host signed about it',
    ({ own }) => `order:${own}:origin`,
    async ({ orders: { own }, ...books }) => {
      await execute(books, sql`delete from order_owners where order_id = ${own}`);
      await execute(books, sql`update orders set customer_id = null where id = ${own}`);
      await execute(books, sql`delete from signed_documents where order_id = ${own} and kind = 'ORIGIN'`);
    },
  ],
  [
    'a referral code is given to another customer',
    () => 'earning:origin:',
    ({ customer: { userId, otherId }, ...books }) =>
      execute(books, sql`update affiliate_codes set user_id = ${otherId}, is_main = 0 where user_id = ${userId}`),
  ],
  [
    'the referrer of a customer is replaced',
    (_orders, { otherId }) => `customer:${otherId}:referrer`,
    ({ customer: { otherId }, ...books }) =>
      execute(books, sql`update users set referrer_user_id = ${otherId} where id = ${otherId}`),
  ],
  [
    'the referrer of a customer is replaced, with what the host signed about it',
    ({ own }) => `earning:origin:${own}`,
    async ({ customer: { otherId }, ...books }) => {
      await execute(books, sql`update users set referrer_user_id = null, referrer_code = null where id = ${otherId}`);
      await execute(books, sql`delete from referrals where user_id = ${otherId}`);
    },
  ],
  [
    'the cashback level of a customer is raised',
    (_orders, { otherId }) => `customer:${otherId}:level`,
    ({ customer: { otherId }, ...books }) =>
      execute(books, sql`insert into cashback_levels (user_id, level, reached_at) values (${otherId}, 'PLATINUM', 1)`),
  ],
  [
    'the volume that counts toward a cashback level is raised',
    (_orders, { otherId }) => `customer:${otherId}:volume:`,
    ({ customer: { otherId }, ...books }) =>
      execute(books, sql`update cashback_days set volume = '900000' where user_id = ${otherId}`),
  ],
  [
    'the code that brought a guest’s order is replaced',
    ({ floating }) => `earning:origin:${floating}`,
    async ({ orders: { floating }, customer: { userId }, ...books }) => {
      const code = sql`(select code from affiliate_codes where user_id = ${userId})`;
      await execute(books, sql`update order_origins set referrer_id = ${code} where order_id = ${floating}`);
    },
  ],
]);
