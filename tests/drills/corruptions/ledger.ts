import { sql } from 'kysely';
import { execute, insertJournal, listCorruptions } from './corruption.ts';

/** Changes of the ledger. The first ones keep every journal balanced and every balance of ours as it was. */
export const ledgerCorruptions = listCorruptions('ledger', [
  [
    'the kind of a journal is changed',
    ({ floating }) => `payout:${floating}`,
    async (books) => {
      const journal = `payout:${books.orders.floating}`;
      await execute(books, sql`update ledger_entries set kind = 'ACCRUAL' where journal_id = ${journal}`);
    },
  ],
  [
    'the network fee of an exchange is moved to the desk',
    ({ floating }) => `exchange:${floating}`,
    async (books) => {
      const journal = `exchange:${books.orders.floating}`;
      await execute(
        books,
        sql`update ledger_entries set account = 'DESK' where journal_id = ${journal} and account = 'NETWORK_FEES'`,
      );
    },
  ],
  [
    'the platform fee of an exchange is moved to network fees',
    ({ fixed }) => `exchange:${fixed}`,
    async (books) => {
      const journal = `exchange:${books.orders.fixed}`;
      await execute(
        books,
        sql`update ledger_entries set account = 'NETWORK_FEES' where journal_id = ${journal} and account = 'PLATFORM_FEES'`,
      );
    },
  ],
  [
    'the fee paid for a payout is moved to the desk',
    ({ floating }) => `sent:PAYOUT:${floating}`,
    async (books) => {
      const journal = `sent:PAYOUT:${books.orders.floating}`;
      await execute(
        books,
        sql`update ledger_entries set account = 'DESK' where journal_id = ${journal} and account = 'NETWORK_FEES'`,
      );
    },
  ],
  [
    'a fee of a failed attempt is invented',
    ({ floating }) => `failed:PAYOUT:${floating}`,
    async (books) => {
      const { floating } = books.orders;
      const lines = ['NETWORK_FEES eth 0.5', 'DESK eth -0.5'];
      await insertJournal(books, { kind: 'SEND_FAILED', id: `failed:PAYOUT:${floating}`, orderId: floating, lines });
    },
  ],
  [
    'a journal of an order is invented',
    ({ fixed }) => `bonus:${fixed}`,
    async (books) => {
      const { fixed } = books.orders;
      await insertJournal(books, {
        kind: 'EXCHANGE',
        id: `bonus:${fixed}`,
        orderId: fixed,
        lines: ['DESK ltc 3', 'CUSTOMER ltc -3'],
      });
    },
  ],
  [
    'a journal without an order is invented',
    () => 'correction:1',
    async (books) => {
      await insertJournal(books, {
        kind: 'EXCHANGE',
        id: 'correction:1',
        orderId: null,
        lines: ['NETWORK_FEES btc 1', 'DESK btc -1'],
      });
    },
  ],
  [
    'an unattributed deposit is invented',
    () => 'deposit:ripple:',
    async (books) => {
      const id = `deposit:ripple:${'AB'.repeat(32)}:0`;
      await insertJournal(books, { kind: 'EXCHANGE', id, orderId: null, lines: ['DESK xrp 9', 'UNATTRIBUTED xrp -9'] });
    },
  ],
  [
    'the fee paid for a payout is set to 0',
    ({ floating }) => `sent:PAYOUT:${floating}:fee`,
    async (books) => {
      const journal = `sent:PAYOUT:${books.orders.floating}`;
      await execute(books, sql`delete from ledger_entries where journal_id = ${journal} and instrument = 'eth'`);
    },
  ],
  [
    'a journal is deleted',
    ({ token }) => `payout:${token}`,
    async (books) => {
      await execute(books, sql`delete from ledger_entries where journal_id = ${`payout:${books.orders.token}`}`);
    },
  ],
  [
    'a journal is given to another order',
    ({ floating }) => `payout:${floating}`,
    async (books) => {
      const { fixed, floating } = books.orders;
      await execute(books, sql`update ledger_entries set order_id = ${fixed} where journal_id = ${`payout:${floating}`}`);
    },
  ],
  [
    'both lines of a deposit are doubled',
    () => 'deposit:bitcoin:',
    async ({ orders, ...books }) => {
      const journals = sql`order_id = ${orders.floating} and journal_id like 'deposit:%'`;
      await execute(books, sql`update ledger_entries set amount = '-0.012' where account = 'CUSTOMER' and ${journals}`);
      await execute(books, sql`update ledger_entries set amount = '0.012' where account <> 'CUSTOMER' and ${journals}`);
    },
  ],
  [
    'one line of a journal is changed',
    ({ token }) => `journal:exchange:${token}`,
    async (books) => {
      const journal = `exchange:${books.orders.token}`;
      await execute(
        books,
        sql`update ledger_entries set amount = '-1' where journal_id = ${journal} and account = 'PLATFORM_FEES'`,
      );
    },
  ],
  [
    'the fee of a refund is set to 0, in order and ledger',
    ({ refunded }) => `order:${refunded}:deposits`,
    async (books) => {
      const { refunded } = books.orders;
      await execute(books, sql`update order_refunds set network_fee = '0' where order_id = ${refunded}`);
      await execute(
        books,
        sql`delete from ledger_entries where journal_id = ${`refund:REFUND:${refunded}`} and account = 'NETWORK_FEES'`,
      );
    },
  ],
]);
