import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkGuaranteeAgainstOrder } from '../../contract/signedDocuments/guarantee.ts';
import { verifyDocument } from '../../contract/signedDocuments/signature.ts';
import { insertSignedDocument, listSignedDocuments } from '../../server/db/repositories/signedDocuments.ts';
import type { SignedDocumentTable } from '../../server/db/tables/documents.ts';
import { CLIENT, inputFor, readOrder, makeOrder, startOrderHost, type OrderHost } from '../../server/orders/testing/orderHost.ts';
import { createStore, DATABASES, type TestStore } from '../support/databases.ts';

describe.each(DATABASES)('signed documents on %s', (kind) => {
  let store: TestStore;
  let host: OrderHost;
  beforeEach(async () => {
    store = await createStore(kind);
    host = await startOrderHost({}, store);
  });
  afterEach(async () => await host.close());

  /** A second connection. Not on SQLite, where waiting for the write lock would block this thread. */
  const openSecond = () => (kind === 'PostgreSQL' ? store.open() : host.database);

  const document = (orderId: string, changes: Partial<SignedDocumentTable> = {}): SignedDocumentTable => ({
    order_id: orderId,
    kind: 'RECEIPT',
    number: 1,
    key_id: '3f9ac2d1774b0e58',
    document: '{}',
    signature: 'first',
    created_at: 1_800_000_000_000,
    ...changes,
  });

  test('stores one of two concurrent documents with the same number', async () => {
    const { orderId } = (await makeOrder(host)).order;
    const other = openSecond();
    const outcomes = await Promise.all([
      host.database.transaction().execute((transaction) => insertSignedDocument(transaction, document(orderId))),
      other.transaction().execute((transaction) => insertSignedDocument(transaction, document(orderId, { signature: 'second' }))),
    ]);
    const [isFirst] = outcomes;
    expect(new Set(outcomes)).toEqual(new Set([false, true]));
    if (other !== host.database) await other.destroy();
    const documents = await listSignedDocuments(host.database, orderId);
    expect(documents.map((one) => [one.kind, one.number, one.signature])).toEqual([
      ['GUARANTEE', 1, expect.stringMatching(/^[0-9a-f]{128}$/)],
      ['ORIGIN', 1, expect.stringMatching(/^[0-9a-f]{128}$/)],
      ['RECEIPT', 1, isFirst ? 'first' : 'second'],
    ]);
    expect(documents[2]).toEqual(document(orderId, { signature: isFirst ? 'first' : 'second' }));
  });

  test('stores one guarantee for concurrent creations with one idempotency key', async () => {
    const other = kind === 'PostgreSQL' ? await startOrderHost({}, store) : host;
    const { input } = inputFor(host);
    // Without the quote id, because a quote is known only to the process that made it.
    const { quoteId: _quoteId, ...body } = input;
    const orders = await Promise.all(
      [host, other, host, other].map((one) => one.orders.create(body, { ...CLIENT, idempotencyKey: 'one-key-for-all' })),
    );
    expect(new Set(orders.map((order) => JSON.stringify(order.guarantee))).size).toBe(1);
    expect(await host.database.selectFrom('signed_documents').selectAll().execute()).toHaveLength(2);
    if (other !== host) await other.database.destroy();
  });

  test('returns documents that verify and match the order', async () => {
    const made = await makeOrder(host, { rateMode: 'FIXED' });
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    host.chain('bitcoin').mine(3);
    await host.tick(2);
    host.chain('tron').mine(40);
    await host.tick(2);
    const { guarantee, receipt, ...order } = await readOrder(host, made);
    if (!guarantee || !receipt) throw new Error('The order has no documents');
    const keys = host.context.signer.publicKeys;
    expect([verifyDocument(guarantee, keys), verifyDocument(receipt, keys)]).toEqual(['valid', 'valid']);
    expect(checkGuaranteeAgainstOrder(order, guarantee.document)).toEqual([]);
  });
});
