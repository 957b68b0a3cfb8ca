import { addressIndex } from '../../common/addressIndex.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOrder } from '../../db/repositories/orders.ts';
import { findOutboxRow } from '../../db/repositories/outbox.ts';
import { listDocumentsOfOrders } from '../../db/repositories/signedDocuments.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import type { DecisionRecord } from '../../guarantee/records.ts';
import { completeOrder } from '../testing/hostActions.ts';
import { ADDRESSES, startOrderHost, type OrderHost } from '../testing/orderHost.ts';
import { findUnsignedChange, readSignedTerms, type SignedTerms } from './signedTerms.ts';

let host: OrderHost;
let completed: OrderRow;
let terms: SignedTerms;
let payout: OutboxRow;
beforeAll(async () => {
  host = await startOrderHost();
  const { orderId } = (await completeOrder(host, { rateMode: 'FIXED' })).order;
  completed = (await findOrder(host.database, orderId)) ?? expect.fail('no order');
  payout = (await findOutboxRow(host.database, `PAYOUT:${orderId}`)) ?? expect.fail('no payout');
  terms = await readSignedTerms(host.context.signer.publicKeys, await listDocumentsOfOrders(host.database, [orderId]));
});
afterAll(() => host.close());

const change = (send: OutboxRow, order: Partial<OrderRow> = {}, decisions: readonly DecisionRecord[] = []): string | null =>
  findUnsignedChange(host.context, { ...completed, ...order }, send, { ...terms, decisions });

describe('a payout', () => {
  it('may leave as it was signed', () => {
    expect(change(payout)).toBeNull();
  });

  it.each<[string, Partial<OutboxRow>, Partial<OrderRow>]>([
    ['it is paid from address 5', { from_index: addressIndex(5) }, {}],
    ['it is a second payout of the order', { id: 'PAYOUT:2' }, {}],
    ['it pays trx, signed is usdttrc20', { instrument: 'trx' }, {}],
    ['which was not signed', { to_address: 'TOther' }, {}],
    ['which was not signed', { memo: '7' }, {}],
    ['the order is REFUNDED', {}, { status: 'REFUNDED' }],
    ['its amount is not the price of the order', { amount: '1' }, {}],
    ['its amount is not the price of the order', {}, { settlement: null }],
  ])('must not leave: %s', (text, send, order) => {
    expect(change({ ...payout, ...send }, order)).toContain(text);
  });

  it('must not leave at another amount than the signed fixed rate gives, or for a deposit outside of its tolerance', () => {
    const { settlement } = completed;
    const settled = (changes: object): Partial<OrderRow> => ({ settlement: settlement && { ...settlement, ...changes } });
    expect(change({ ...payout, amount: '1' }, settled({ payout_amount: '1' }))).toContain('the signed fixed rate');
    // Twice the deposit at the signed rate: (amount + fee) × 2 − fee.
    const double = { amount: '0.2', payout_amount: '11938.5' };
    expect(change({ ...payout, amount: double.payout_amount }, settled(double))).toContain('the signed fixed rate');
  });

  it('of a floating order must not leave after a higher service fee than the signed one', () => {
    const { settlement } = completed;
    const floating: SignedTerms = { ...terms, guarantee: terms.guarantee && { ...terms.guarantee, rateMode: 'FLOATING' } };
    const withFee = (platform_fee: string) =>
      findUnsignedChange(
        host.context,
        { ...completed, settlement: settlement && { ...settlement, platform_fee } },
        payout,
        floating,
      );
    expect(withFee('30')).toBeNull();
    expect(withFee('31')).toContain('signed are 0.5 %');
  });
});

describe('a refund', () => {
  const refund = (changes: Partial<OutboxRow> = {}): OutboxRow => ({
    ...payout,
    id: `REFUND:${completed.id}`,
    kind: 'REFUND',
    network: 'bitcoin',
    instrument: 'btc',
    amount: '0.09',
    to_address: ADDRESSES.bitcoin,
    ...changes,
  });
  const refunding = (): Partial<OrderRow> => ({
    status: 'REFUNDING',
    refund: { amount: '0.09', network_fee: '0.01', collection_fee: '0' },
  });
  const named = (refundAddress: string, refundId: string | null = null): DecisionRecord => ({
    kind: 'decision',
    orderId: completed.id,
    number: '1',
    refundId,
    refundAddress,
    refundAddressMemo: null,
    by: 'CUSTOMER',
    at: '2026-11-20T14:00:00.000Z',
  });

  it('may go to the address of the guarantee', () => {
    expect(change(refund(), refunding())).toBeNull();
  });

  it.each<[string, Partial<OutboxRow>, Partial<OrderRow>]>([
    ['the order is COMPLETED', {}, { status: 'COMPLETED' }],
    ['its amount is not the refund of the order', { amount: '0.08' }, {}],
    ['its amount is not the refund of the order', {}, { refund: null }],
    ['which was not signed', { to_address: 'bc1other' }, { refund_address: 'bc1other' }],
    ['which was not signed', { network: 'litecoin' }, {}],
  ])('must not leave: %s', (text, send, order) => {
    expect(change(refund(send), { ...refunding(), ...order })).toContain(text);
  });

  it('goes to the address that was named last, and an extra refund to any that was named', () => {
    const decisions = [named('bc1first'), named('bc1last')];
    const extra = { id: `REFUND:${completed.id}:tx:0` };
    expect(change(refund({ to_address: 'bc1last' }), refunding(), decisions)).toBeNull();
    for (const to_address of ['bc1first', ADDRESSES.bitcoin]) {
      expect(change(refund({ to_address }), refunding(), decisions)).toContain('which was not signed');
      expect(change(refund({ ...extra, to_address }), refunding(), decisions)).toBeNull();
    }
    const own = [...decisions, named('bc1own', extra.id)];
    expect(change(refund({ ...extra, to_address: 'bc1own' }), refunding(), own)).toBeNull();
    expect(change(refund({ ...extra, to_address: 'bc1last' }), refunding(), own)).toContain('which was not signed');
  });
});
