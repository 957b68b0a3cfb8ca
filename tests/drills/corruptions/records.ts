import { sql } from 'kysely';
import { canonicalJson } from '../../../contract/signedDocuments/canonicalJson.ts';
import { add, subtract } from '../../../contract/money.ts';
import { createDocumentSigner } from '../../../server/guarantee/documentSigner.ts';
import { execute, insertJournal, listCorruptions, rob, type Books } from './corruption.ts';

/** Replaces the text of a document, and its signature if one is given. */
async function rewrite(
  books: Books,
  { orderId, kind }: { orderId: string; kind: 'GUARANTEE' | 'RECEIPT' | 'DECISION' },
  edit: (text: string) => { document: string; signature?: string; key_id?: string },
): Promise<void> {
  const { database } = books;
  const row = await database
    .selectFrom('signed_documents')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  const edited = edit(row.document);
  if (edited.document === row.document) throw new Error('The document is the same.');
  await database.updateTable('signed_documents').set(edited).where('order_id', '=', orderId).where('kind', '=', kind).execute();
}

/** Changes a field of a document. */
const withField = (text: string, field: string, value: unknown): { document: string } => ({
  document: canonicalJson({ ...(JSON.parse(text) as object), [field]: value }),
});

/** Signs a document with the thief's own key. */
function signByThief(text: string, destinationAddress: string): { document: string; signature: string; key_id: string } {
  const thief = createDocumentSigner({ secretKey: new Uint8Array(32).fill(66), previousKeys: [], exchange: 'Causeway' });
  const { version: _version, keyId: _keyId, exchange: _exchange, ...content } = JSON.parse(text);
  const signed = thief.signGuarantee({ ...content, destinationAddress });
  return { document: canonicalJson(signed.document), signature: signed.signature, key_id: signed.keyId };
}

const setOrder = (orderId: string, column: string, value: string | number) =>
  sql`update orders set ${sql.ref(column)} = ${value} where id = ${orderId}`;

export const orderCorruptions = listCorruptions('orders', [
  [
    'the destination is changed',
    ({ floating }) => `order:${floating}:destination`,
    ({ orders, thief, ...books }) => execute(books, setOrder(orders.floating, 'destination_address', thief.usdterc20)),
  ],
  [
    'the destination gets a memo',
    ({ fixed }) => `order:${fixed}:destination`,
    ({ orders, ...books }) => execute(books, setOrder(orders.fixed, 'destination_memo', '7')),
  ],
  [
    'the service fee is raised',
    ({ floating }) => `order:${floating}:platform_fee_percent`,
    ({ orders, ...books }) => execute(books, setOrder(orders.floating, 'platform_fee_percent', '10')),
  ],
  [
    'the deposit address is changed',
    ({ token }) => `order:${token}:deposit address`,
    ({ orders, thief, ...books }) => execute(books, setOrder(orders.token, 'deposit_address', thief.usdterc20)),
  ],
  [
    'the refund address is changed',
    ({ floating }) => `order:${floating}:refund address`,
    ({ orders, thief, ...books }) => execute(books, setOrder(orders.floating, 'refund_address', thief.btc)),
  ],
  [
    'the order token is replaced',
    ({ floating }) => `order:${floating}:order token`,
    ({ orders, ...books }) => execute(books, setOrder(orders.floating, 'order_token_hash', 'ab'.repeat(32))),
  ],
  [
    'the settled price of a floating order is changed',
    ({ floating }) => `order:${floating}:price`,
    ({ orders, ...books }) => execute(books, sql`update order_settlements set price = '1' where order_id = ${orders.floating}`),
  ],
  [
    'the settled price of a fixed order is changed',
    ({ fixed }) => `order:${fixed}:settled price`,
    ({ orders, ...books }) => execute(books, sql`update order_settlements set price = '1' where order_id = ${orders.fixed}`),
  ],
  [
    'the network fee of a settlement is set to 0',
    ({ token }) => `exchange:${token}`,
    ({ orders, ...books }) =>
      execute(books, sql`update order_settlements set network_fee = '0' where order_id = ${orders.token}`),
  ],
  [
    'the claimed price is changed',
    ({ fixed }) => `order:${fixed}:price`,
    ({ orders, ...books }) => execute(books, setOrder(orders.fixed, 'price', '99')),
  ],
  [
    'the deadline of a fixed rate is extended',
    ({ fixed }) => `order:${fixed}:expires_at`,
    ({ orders, ...books }) => execute(books, setOrder(orders.fixed, 'expires_at', 4_000_000_000_000)),
  ],
  [
    'a floating order becomes a fixed one',
    ({ floating }) => `order:${floating}:rate_mode`,
    ({ orders, ...books }) => execute(books, setOrder(orders.floating, 'rate_mode', 'FIXED')),
  ],
  [
    'a completed order is marked as waiting for its refund',
    ({ floating }) => `order:${floating}:`,
    ({ orders, ...books }) => execute(books, setOrder(orders.floating, 'status', 'REFUND_REQUESTED')),
  ],
  [
    'an event is deleted',
    ({ floating }) => `order:${floating}:events`,
    ({ orders, ...books }) =>
      execute(books, sql`delete from order_events where order_id = ${orders.floating} and kind = 'WITHDRAWAL_COMPLETED'`),
  ],
  [
    'an order is marked as never paid',
    ({ extra }) => `order:${extra}:`,
    ({ orders, ...books }) => execute(books, setOrder(orders.extra, 'status', 'AWAITING_DEPOSIT')),
  ],
]);

export const documentCorruptions = listCorruptions('documents', [
  [
    'a guarantee names another destination',
    ({ floating }) => `document:${floating}:GUARANTEE:1`,
    (books) =>
      rewrite(books, { orderId: books.orders.floating, kind: 'GUARANTEE' }, (text) =>
        withField(text, 'destinationAddress', books.thief.usdterc20),
      ),
  ],
  [
    'a guarantee, order and payout name another destination, signed with another key',
    ({ floating }) => `document:${floating}:GUARANTEE:1`,
    async (books) => {
      const { orders, thief } = books;
      await rewrite(books, { orderId: orders.floating, kind: 'GUARANTEE' }, (text) => signByThief(text, thief.usdterc20));
      await execute(books, setOrder(orders.floating, 'destination_address', thief.usdterc20));
      await execute(books, sql`update outbox set to_address = ${thief.usdterc20} where id = ${`PAYOUT:${orders.floating}`}`);
    },
  ],
  [
    'a guarantee is deleted',
    ({ floating }) => `document:${floating}:GUARANTEE:1`,
    ({ orders, ...books }) =>
      execute(books, sql`delete from signed_documents where order_id = ${orders.floating} and kind = 'GUARANTEE'`),
  ],
  [
    'the guarantee of another order takes its place',
    ({ floating }) => `document:${floating}:GUARANTEE:1`,
    async (books) => {
      const other = await books.database
        .selectFrom('signed_documents')
        .select(['document', 'signature', 'key_id'])
        .where('order_id', '=', books.orders.extra)
        .where('kind', '=', 'GUARANTEE')
        .executeTakeFirstOrThrow();
      await rewrite(books, { orderId: books.orders.floating, kind: 'GUARANTEE' }, () => other);
    },
  ],
  [
    'a receipt states another price',
    ({ token }) => `document:${token}:RECEIPT:1`,
    (books) => rewrite(books, { orderId: books.orders.token, kind: 'RECEIPT' }, (text) => withField(text, 'settledPrice', '1')),
  ],
  [
    'a receipt is deleted',
    ({ fixed }) => `document:${fixed}:RECEIPT:1`,
    ({ orders, ...books }) =>
      execute(books, sql`delete from signed_documents where order_id = ${orders.fixed} and kind = 'RECEIPT'`),
  ],
  [
    'the receipt of an extra deposit’s refund is deleted',
    ({ extra }) => `document:${extra}:RECEIPT:1`,
    ({ orders, ...books }) =>
      execute(books, sql`delete from signed_documents where order_id = ${orders.extra} and kind = 'RECEIPT' and number = 2`),
  ],
  [
    'the refund address that a customer named is changed everywhere',
    ({ redirected }) => `document:${redirected}:DECISION:1`,
    async (books) => {
      const { orders, thief } = books;
      await rewrite(books, { orderId: orders.redirected, kind: 'DECISION' }, (text) =>
        withField(text, 'refundAddress', thief.eth),
      );
      await execute(books, sql`update outbox set to_address = ${thief.eth} where id = ${`REFUND:${orders.redirected}`}`);
      await execute(books, setOrder(orders.redirected, 'refund_address', thief.eth));
    },
  ],
  [
    'the decision of a customer is deleted',
    ({ redirected }) => `send:REFUND:${redirected}:signed`,
    ({ orders, ...books }) =>
      execute(books, sql`delete from signed_documents where order_id = ${orders.redirected} and kind = 'DECISION'`),
  ],
]);

const STOLEN = '100000';

/** Lowers the capital in the ledger by what was stolen. */
async function lowerCapital({ database }: Books, instrument: string, value: string): Promise<void> {
  const like = `capital:${instrument}:%`;
  const rows = await database.selectFrom('ledger_entries').selectAll().where('journal_id', 'like', like).execute();
  for (const { journal_id, line, amount } of rows) {
    const lowered = amount.startsWith('-') ? add(amount, value) : subtract(amount, value);
    await execute(
      { database },
      sql`update ledger_entries set amount = ${lowered} where journal_id = ${journal_id} and line = ${line}`,
    );
  }
}

export const capitalCorruptions = listCorruptions('capital', [
  ['coins are stolen from the treasury', () => 'treasury:ethereum:usdterc20', (books) => rob(books, 'usdterc20', STOLEN)],
  [
    'coins are stolen, and the capital in the ledger is lowered',
    () => 'capital:usdterc20',
    async (books) => {
      await rob(books, 'usdterc20', STOLEN);
      await lowerCapital(books, 'usdterc20', STOLEN);
    },
  ],
  [
    'coins are stolen, and a withdrawal of capital is invented',
    () => 'capital:usdterc20',
    async (books) => {
      await rob(books, 'usdterc20', STOLEN);
      const lines = [`CAPITAL usdterc20 ${STOLEN}`, `TREASURY usdterc20 -${STOLEN}`];
      await insertJournal(books, { kind: 'CAPITAL', id: 'capital:usdterc20:9999', orderId: null, lines });
    },
  ],
  [
    'coins are stolen, and capital and its record are lowered',
    () => 'capital:',
    async (books) => {
      await rob(books, 'usdterc20', STOLEN);
      await lowerCapital(books, 'usdterc20', STOLEN);
      const records = await books.database.selectFrom('capital_records').selectAll().execute();
      const record = records.find(({ document }) => JSON.parse(document).instrument === 'usdterc20');
      if (!record) throw new Error('There is no record of the capital.');
      const { amount } = JSON.parse(record.document);
      const { document } = withField(record.document, 'amount', subtract(amount, STOLEN));
      await execute(books, sql`update capital_records set document = ${document} where number = ${record.number}`);
    },
  ],
  [
    'a record of capital is deleted',
    () => 'capital:',
    (books) => execute(books, sql`delete from capital_records where number = 1`),
  ],
  [
    'the author of an operator’s act is replaced',
    () => 'act:1',
    async (books) => {
      const [first] = await books.database.selectFrom('operator_actions').selectAll().orderBy('number').execute();
      if (!first) throw new Error('There is no record of an act.');
      const { document } = withField(first.document, 'actor', { systemUser: 'nobody' });
      await execute(books, sql`update operator_actions set document = ${document} where number = 1`);
    },
  ],
  [
    'the record of an operator’s act is deleted',
    () => 'act:1',
    (books) => execute(books, sql`delete from operator_actions where number = 1`),
  ],
]);
