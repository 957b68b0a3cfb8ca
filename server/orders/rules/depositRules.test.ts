import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDeposits } from '../../db/repositories/deposits.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import { makeOrder, startOrderHost, type OrderHost } from '../testing/orderHost.ts';
import { assessFixed, assessFloating } from './depositRules.ts';

let host: OrderHost;
let order: OrderRow;
let deposit: DepositRow;
beforeAll(async () => {
  host = await startOrderHost();
  const made = await makeOrder(host, { rateMode: 'FIXED' });
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await host.tick();
  order = (await findOrder(host.database, made.order.orderId)) ?? expect.fail('no order');
  [deposit = expect.fail('no deposit')] = await listDeposits(host.database, order.id);
});
afterAll(() => host.close());

describe('a floating order', () => {
  const bounds = { minimum: '0.05', maximum: '0.2' };
  const assess = (claimed: string, amount: string) =>
    assessFloating({ ...order, claimed_deposit_amount: claimed }, [{ ...deposit, amount, block_height: 5 }], 0, () => ({
      value: bounds,
    }));

  it('accepts the claimed amount although the bounds have changed since', () => {
    expect(assess('0.3', '0.3')).toMatchObject({ kind: 'FUNDED' });
    expect(assess('0.04', '0.04')).toMatchObject({ kind: 'FUNDED' });
  });

  it('accepts neither more than the maximum nor less than the minimum otherwise', () => {
    expect(assess('0.1', '0.2')).toMatchObject({ kind: 'FUNDED' });
    expect(assess('0.1', '0.20000001')).toEqual({ kind: 'DECIDE', reason: 'ABOVE_MAXIMUM' });
    expect(assess('0.1', '0.04999999')).toEqual({ kind: 'WAIT' });
  });
});

describe('a fixed order', () => {
  it('asks about a late payment when too little of what locked its rate is left', () => {
    const locked = { ...order, rate_locked_at: order.created_at };
    const mined = { ...deposit, block_height: 5, in_block_at: deposit.detected_at };
    const left = { ...mined, amount: '0.01' };
    const late = { ...mined, tx_hash: 'late', detected_at: order.expires_at + 1, amount: '0.09' };
    const assessment = assessFixed(locked, [left, late], order.expires_at + 2, () => ({ value: locked.market_price }));
    expect(assessment).toEqual({ kind: 'DECIDE', reason: 'SLOW_DEPOSIT' });
  });

  it('asks as soon as a second payment is mined late, while the first one is stuck', () => {
    const locked = { ...order, rate_locked_at: order.created_at };
    const stuck = { ...deposit, block_height: null, in_block_at: null };
    const late = { ...deposit, tx_hash: 'late', detected_at: order.expires_at + 1, block_height: 5 };
    const readUntil = order.expires_at + 2;
    const assess = (...deposits: DepositRow[]) =>
      assessFixed(locked, deposits, readUntil, () => ({ value: locked.market_price }));
    expect(assess(stuck)).toEqual({ kind: 'WAIT' });
    expect(assess(stuck, late)).toEqual({ kind: 'DECIDE', reason: 'SLOW_DEPOSIT' });
    expect(assess(stuck, { ...late, amount: '0.01' })).toEqual({ kind: 'WAIT' });
  });
});
