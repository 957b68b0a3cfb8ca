import { sql } from 'kysely';
import type { EmbeddedTransferTable } from '../../../server/db/tables/chain.ts';
import { execute, insertJournal, listCorruptions, rob, type Books } from './corruption.ts';

/** Copies a row of the outbox, with another id and key. */
async function copySend(books: Books, id: string, copy: string): Promise<void> {
  const row = await books.database.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await books.database
    .insertInto('outbox')
    .values({ ...row, id: copy, idempotency_key: copy, tx_hash: 'c0'.repeat(32) })
    .execute();
}

/** Adds a transfer to the network that equals the one of a send, under another key. Returns it. */
async function repeatTransfer(database: Books['database'], key: string, otherKey: string): Promise<EmbeddedTransferTable> {
  const transfer = await database
    .selectFrom('chain_transfers')
    .selectAll()
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow();
  const nonce = 1_000_000;
  const { network, from_address } = transfer;
  await database
    .insertInto('chain_transfers')
    .values({ ...transfer, tx_hash: 'c0'.repeat(32), idempotency_key: otherKey, nonce })
    .execute();
  await database
    .insertInto('embedded_sends')
    .values({ network, idempotency_key: otherKey, from_address, nonce, output: 0 })
    .execute();
  return transfer;
}

/** A second payout, as the host books one, with a transfer on the network that the treasury paid. */
async function payTwice(books: Books): Promise<void> {
  const orderId = books.orders.floating;
  const first = `PAYOUT:${orderId}`;
  const second = `${first}:2`;
  await copySend(books, first, second);
  const { database } = books;
  for (const [from, to] of [
    [`payout:${orderId}`, `payout:${orderId}:2`],
    [`sent:${first}`, `sent:${second}`],
  ] as const) {
    const rows = await database.selectFrom('ledger_entries').selectAll().where('journal_id', '=', from).execute();
    await database
      .insertInto('ledger_entries')
      .values(rows.map((row) => ({ ...row, journal_id: to })))
      .execute();
  }
  const transfer = await repeatTransfer(database, first, second);
  await rob(books, transfer.instrument, transfer.amount);
  await rob(books, 'eth', transfer.fee);
  // What the customer of the order is owed in the payout's coin is balanced by the desk.
  const { amount, instrument } = await database
    .selectFrom('outbox')
    .selectAll()
    .where('id', '=', second)
    .executeTakeFirstOrThrow();
  const lines = [`DESK ${instrument} ${amount}`, `CUSTOMER ${instrument} -${amount}`];
  await insertJournal(books, { kind: 'EXCHANGE', id: `exchange:${orderId}:2`, orderId, lines });
}

export const depositCorruptions = listCorruptions('deposits', [
  [
    'a booked deposit is marked as not booked',
    () => 'deposit:bitcoin:',
    ({ orders, ...books }) => execute(books, sql`update deposits set booked_at = null where order_id = ${orders.floating}`),
  ],
  [
    'an exchanged deposit is marked as extra, to be refunded as well',
    ({ fixed }) => `order:${fixed}:deposits`,
    ({ orders, ...books }) => execute(books, sql`update deposits set role = 'EXTRA' where order_id = ${orders.fixed}`),
  ],
  [
    'a deposit is deleted',
    () => 'deposit:',
    ({ orders, ...books }) => execute(books, sql`delete from deposits where order_id = ${orders.token}`),
  ],
  [
    'an extra deposit is invented, with its journal',
    ({ floating }) => `order:${floating}:deposits`,
    async (books) => {
      const { floating } = books.orders;
      const row = await books.database
        .selectFrom('deposits')
        .selectAll()
        .where('order_id', '=', floating)
        .executeTakeFirstOrThrow();
      const tx_hash = 'de'.repeat(32);
      await books.database
        .insertInto('deposits')
        .values({ ...row, tx_hash })
        .execute();
      const lines = [`TREASURY btc ${row.amount}`, `CUSTOMER btc -${row.amount}`];
      await insertJournal(books, { kind: 'DEPOSIT', id: `deposit:bitcoin:${tx_hash}:0`, orderId: floating, lines });
    },
  ],
  [
    'an extra deposit loses its refund, to be refunded twice',
    ({ extra }) => `send:REFUND:${extra}:`,
    ({ orders, ...books }) =>
      execute(books, sql`update deposits set refund_id = null where order_id = ${orders.extra} and refund_id is not null`),
  ],
]);

export const sendCorruptions = listCorruptions('sends', [
  [
    'the hash of a payout is changed',
    ({ floating }) => `send:PAYOUT:${floating}:hash`,
    ({ orders, ...books }) =>
      execute(books, sql`update outbox set tx_hash = ${'0x' + '77'.repeat(32)} where id = ${`PAYOUT:${orders.floating}`}`),
  ],
  [
    'the hash of a refund is changed',
    ({ refunded }) => `document:${refunded}:RECEIPT:1`,
    ({ orders, ...books }) =>
      execute(books, sql`update outbox set tx_hash = ${'77'.repeat(32)} where id = ${`REFUND:${orders.refunded}`}`),
  ],
  [
    'the recipient of a payout is changed',
    ({ floating }) => `send:PAYOUT:${floating}:signed`,
    ({ orders, thief, ...books }) =>
      execute(books, sql`update outbox set to_address = ${thief.usdterc20} where id = ${`PAYOUT:${orders.floating}`}`),
  ],
  [
    'the recipient of a payout is changed in the order too',
    ({ fixed }) => `order:${fixed}:destination`,
    async ({ orders, thief, ...books }) => {
      await execute(books, sql`update outbox set to_address = ${thief.fixed} where id = ${`PAYOUT:${orders.fixed}`}`);
      await execute(books, sql`update orders set destination_address = ${thief.fixed} where id = ${orders.fixed}`);
    },
  ],
  [
    'a payout gets a memo',
    ({ floating }) => `send:PAYOUT:${floating}:signed`,
    ({ orders, ...books }) => execute(books, sql`update outbox set memo = '1' where id = ${`PAYOUT:${orders.floating}`}`),
  ],
  [
    'the recipient of a refund to an address named later is changed',
    ({ redirected }) => `send:REFUND:${redirected}:signed`,
    async ({ orders, thief, ...books }) => {
      await execute(books, sql`update outbox set to_address = ${thief.eth} where id = ${`REFUND:${orders.redirected}`}`);
      await execute(books, sql`update orders set refund_address = ${thief.eth} where id = ${orders.redirected}`);
    },
  ],
  [
    'the recipient of an extra deposit’s refund is changed',
    ({ extra }) => `send:REFUND:${extra}:`,
    ({ orders, thief, ...books }) =>
      execute(books, sql`update outbox set to_address = ${thief.eth} where id like ${`REFUND:${orders.extra}:%`}`),
  ],
  [
    // Which orders are swept depends on the fees: a sweep waits while they are high.
    'a sweep goes to another address',
    () => 'send:SWEEP:',
    ({ thief, ...books }) => execute(books, sql`update outbox set to_address = ${thief.btc} where kind = 'SWEEP'`),
  ],
  [
    'the amount of a payout is changed in outbox and settlement',
    ({ fixed }) => `send:PAYOUT:${fixed}`,
    async ({ orders, ...books }) => {
      await execute(books, sql`update outbox set amount = '1' where id = ${`PAYOUT:${orders.fixed}`}`);
      await execute(books, sql`update order_settlements set payout_amount = '1' where order_id = ${orders.fixed}`);
    },
  ],
  [
    'a confirmed payout is marked as pending, to be sent again',
    ({ floating }) => `order:${floating}:payout`,
    ({ orders, ...books }) =>
      execute(
        books,
        sql`update outbox set state = 'PENDING', idempotency_key = ${`PAYOUT:${orders.floating}#2`} where id = ${`PAYOUT:${orders.floating}`}`,
      ),
  ],
  ['an order has two payouts in consistent books', ({ floating }) => `send:PAYOUT:${floating}:2`, payTwice],
  [
    'a transfer leaves that no send explains',
    () => 'transfer:ethereum:PAYOUT:unknown',
    async ({ database, orders }) => {
      await repeatTransfer(database, `PAYOUT:${orders.floating}`, 'PAYOUT:unknown');
    },
  ],
  [
    'the network paid another amount than the outbox says',
    ({ floating }) => `send:PAYOUT:${floating}:transfer`,
    ({ orders, ...books }) =>
      execute(books, sql`update chain_transfers set amount = '1' where idempotency_key = ${`PAYOUT:${orders.floating}`}`),
  ],
  [
    'the network paid another recipient than the outbox says',
    ({ fixed }) => `send:PAYOUT:${fixed}:transfer`,
    ({ orders, thief, ...books }) =>
      execute(
        books,
        sql`update chain_transfers set to_address = ${thief.fixed} where idempotency_key = ${`PAYOUT:${orders.fixed}`}`,
      ),
    true,
  ],
  [
    'the network paid with a memo that the outbox does not have',
    ({ token }) => `send:PAYOUT:${token}:transfer`,
    ({ orders, ...books }) =>
      execute(books, sql`update chain_transfers set memo = '7' where idempotency_key = ${`PAYOUT:${orders.token}`}`),
  ],
  [
    'a payout is deleted',
    ({ fixed }) => `order:${fixed}:payout`,
    ({ orders, ...books }) => execute(books, sql`delete from outbox where id = ${`PAYOUT:${orders.fixed}`}`),
  ],
]);
