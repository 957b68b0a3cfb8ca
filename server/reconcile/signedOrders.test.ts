import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditedOrder } from '../db/repositories/audit.ts';
import type { OrderRow, Settlement } from '../db/tables/orders.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import { completeOrder } from '../orders/testing/hostActions.ts';
import { startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';
import { listSigned } from '../guarantee/verifyStored.ts';
import { readAudited } from './auditOrders.ts';
import { checkSignedDocuments } from './signedOrders.ts';

let host: OrderHost;
let fixed: AuditedOrder;
beforeAll(async () => {
  host = await startOrderHost();
  const { order } = await completeOrder(host, { rateMode: 'FIXED' });
  const [books = expect.fail('no order')] = await readAudited(host.context, [order.orderId]);
  fixed = books;
});
afterAll(() => host.close());

const alarmsOf = async (books: AuditedOrder): Promise<string[]> =>
  checkSignedDocuments(host.context, books, await listSigned(host.context.signer.publicKeys, books.documents)).map(
    ({ key, what }) => `${key.replace(fixed.order.id, 'ID')}: ${what}`,
  );

it('accepts an order as it was signed', async () => {
  expect(await alarmsOf(fixed)).toEqual([]);
});

describe('a changed order', () => {
  it.each<[string, Partial<OrderRow>]>([
    ['instrument_from', { instrument_from: 'ltc' }],
    ['instrument_to', { instrument_to: 'usdterc20' }],
    ['network_from', { network_from: 'litecoin' }],
    ['network_to', { network_to: 'ethereum' }],
    ['destination', { destination_address: 'T' }],
    ['destination', { destination_memo: '7' }],
    ['deposit address', { deposit_address: 'bc1' }],
    ['deposit address', { deposit_memo: '7' }],
    ['claimed_deposit_amount', { claimed_deposit_amount: '0.2' }],
    ['amount_to_get', { amount_to_get: '1' }],
    ['price', { price: '1' }],
    ['network_fee', { network_fee: '0' }],
    ['collection_fee', { collection_fee: '9' }],
    ['platform_fee', { platform_fee: '0' }],
    ['rate_mode', { rate_mode: 'FLOATING' }],
    ['min_confirmations', { min_confirmations: 0 }],
    ['created_at', { created_at: 0 }],
    ['expires_at', { expires_at: 0 }],
    ['confirm_by', { confirm_by: null }],
    ['order token', { order_token_hash: null }],
    ['refund address', { refund_address: null }],
    ['refund address', { refund_memo: '7' }],
  ])('raises an alarm for its %s', async (field, change) => {
    const alarms = await alarmsOf({ ...fixed, order: { ...fixed.order, ...change } });
    expect(alarms).toContain(`order:ID:${field}: the ${field} of an order is not the one that was signed`);
  });

  it.each<[string, Partial<Settlement>]>([
    ['settled price', { price: '1' }],
    ['settled network fee', { network_fee: '0' }],
    ['settled collection fee', { collection_fee: '9' }],
  ])('raises an alarm for its %s at a fixed rate', async (field, change) => {
    const { settlement } = fixed.order;
    const order = { ...fixed.order, settlement: settlement && { ...settlement, ...change } };
    expect(await alarmsOf({ ...fixed, order })).toContain(
      `order:ID:${field}: the ${field} of an order is not the one that was signed`,
    );
  });
});

describe('a changed receipt', () => {
  it.each<[string, Partial<Settlement>]>([
    ['settled price', { price: '1' }],
    ['network fee', { network_fee: '0' }],
    ['platform fee', { platform_fee: '0' }],
  ])('raises an alarm for its %s', async (field, change) => {
    const { settlement } = fixed.order;
    const order = { ...fixed.order, settlement: settlement && { ...settlement, ...change } };
    expect((await alarmsOf({ ...fixed, order })).join('\n')).toContain(`the ${field} of an order differs from its receipt`);
  });

  it.each<[string, Partial<OutboxRow>]>([
    ['amount', { amount: '1' }],
    ['coin', { instrument: 'trx' }],
    ['hash', { tx_hash: 'ab' }],
    ['arrived amount', { arrived_amount: '1' }],
    ['state', { state: 'SENT' }],
  ])('raises an alarm for the %s of its payout', async (_field, change) => {
    const sends = fixed.sends.map((row) => (row.kind === 'PAYOUT' ? { ...row, ...change } : row));
    expect((await alarmsOf({ ...fixed, sends })).join('\n')).toContain('the payouts of an order differs from its receipt');
  });

  it.each([
    ['outcome', 'outcome'],
    ['guarantee', 'guaranteeHash'],
  ])('raises an alarm for its %s', async (what, field) => {
    const documents = fixed.documents.map((row) => {
      const document: object = JSON.parse(row.document);
      return row.kind === 'RECEIPT' ? { ...row, document: JSON.stringify({ ...document, [field]: 'changed' }) } : row;
    });
    expect((await alarmsOf({ ...fixed, documents })).join('\n')).toContain(`the ${what} of an order differs from its receipt`);
  });

  it('raises an alarm for a receipt of an order that has not ended', async () => {
    const order: OrderRow = { ...fixed.order, status: 'PAYING_OUT' };
    expect(await alarmsOf({ ...fixed, order })).toContain('document:ID:RECEIPT:1: an order that is PAYING_OUT has a receipt');
  });
});
