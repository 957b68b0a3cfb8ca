import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Customer } from '../accounts/authentication.ts';
import { accrualJournalId, accrualLines } from '../affiliates/earningBooks.ts';
import { insertAccrual } from '../db/repositories/earnings/accruals.ts';
import { makeOrder, startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';
import { post } from '../payments/ledger.ts';
import { addCustomer, credit, withdrawalsOf } from './testing/withdrawalHost.ts';
import { WITHDRAWAL_INSTRUMENT } from './withdrawalContext.ts';

let host: OrderHost;
let customer: Customer;
beforeEach(async () => {
  host = await startOrderHost();
  customer = await addCustomer(host.database, host.context.now());
  await credit(host.context, customer.userId, '312.48');
});
afterEach(async () => {
  await host.close();
});

test('list every change with the balance after it, by direction and page by page', async () => {
  const { service, withdraw } = withdrawalsOf(host);
  for (let count = 0; count < 22; count += 1) {
    host.advanceClock(1_000);
    await credit(host.context, customer.userId, '1.25');
  }
  host.advanceClock(1_000);
  const { withdrawal } = await withdraw(customer);
  host.advanceClock(1_000);
  await service.cancel(customer.userId, withdrawal.withdrawalId);
  const first = await service.movements(customer.userId, {});
  expect(first.movements.slice(0, 3)).toMatchObject([
    { kind: 'RETURN', direction: 'IN', amount: '50', balance: '339.98', withdrawal: { state: 'CANCELLED' } },
    { kind: 'WITHDRAWAL', direction: 'OUT', amount: '50', balance: '289.98' },
    { kind: 'REFERRAL', direction: 'IN', amount: '1.25', balance: '339.98', orderId: null },
  ]);
  const second = await service.movements(customer.userId, { cursor: first.cursor ?? '' });
  expect([first.movements.length, second.movements.length, second.cursor]).toEqual([20, 5, null]);
  expect(second.movements.at(-1)).toMatchObject({ amount: '312.48', balance: '312.48' });
  for (const place of ['[1.5e300,"a","1"]', '[0.5,"a","1"]', '[1,"a\\u0000","1"]']) {
    const cursor = Buffer.from(place, 'utf8').toString('base64url');
    await expect(service.movements(customer.userId, { cursor }), place).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
  }
  expect((await service.movements(customer.userId, { direction: 'OUT' })).movements).toHaveLength(1);
  expect(await service.wallet(customer.userId)).toMatchObject({
    balance: '339.98',
    earned: '339.98',
    leaving: { amount: '0', count: 0 },
  });
});

const UNSIGNED = { document: '', signature: '', key_id: '' };

test('name the order of a cashback, and of a referral only its code', async () => {
  const { order } = await makeOrder(host);
  const earn = async (kind: 'REFERRER' | 'CASHBACK', code: string) => {
    host.advanceClock(1_000);
    const of = { order_id: order.orderId, kind, user_id: customer.userId, code, instrument: WITHDRAWAL_INSTRUMENT };
    const accrual = {
      ...of,
      id: `${kind} accrual`,
      amount: '2',
      fee: '5',
      percent: '40',
      created_at: host.context.now(),
      ...UNSIGNED,
    };
    await insertAccrual(host.database, accrual);
    const source = { order_id: order.orderId, accrual_id: accrual.id };
    const journal = { id: accrualJournalId(accrual), kind: 'ACCRUAL', source, at: host.context.now() } as const;
    await post(host.database, { ...journal, lines: accrualLines(accrual) });
  };
  await earn('CASHBACK', '');
  await earn('REFERRER', 'friends');
  const { movements } = await withdrawalsOf(host).service.movements(customer.userId, {});
  expect(movements.slice(0, 2)).toMatchObject([
    { kind: 'REFERRAL', orderId: null, source: 'friends', instrumentFrom: { currencyTitle: 'BTC' } },
    { kind: 'CASHBACK', orderId: order.orderId, source: null, instrumentTo: { currencyTitle: 'USDT' } },
  ]);
});
