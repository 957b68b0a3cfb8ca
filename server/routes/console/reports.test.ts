import { expect, test } from 'vitest';
import type { Report } from '../../../contract/console/reports.ts';
import { BYTE_ORDER_MARK } from '../../../contract/tables/csv.ts';
import { addCustomer, swap } from '../../affiliates/testing/customers.ts';
import { DAY_MS } from '../../common/day.ts';
import { listActions } from '../../operator/acts/audit.ts';
import { startConsoleHost } from './testing.ts';

test('reports a period by day and coin beside the one before it, and records who exports it', async () => {
  const site = await startConsoleHost('SQLite');
  const { host } = site;
  const anna = await addCustomer(host);
  await swap(host);
  host.advanceClock(DAY_MS);
  // The referrer gets 40 % of the fee of 30 USDT.
  await swap(host, { code: anna.code });
  const treasurer = await site.addOperator('treasury');
  const days = { from: '2026-11-21', to: '2026-11-22' };
  const report = (await site.call('report', treasurer.headers, days)).body as unknown as Report;
  expect(report.total).toMatchObject({ completed: 1, volume: '6000', shares: '12', unpriced: 0 });
  expect(report.before).toMatchObject({ completed: 1, volume: '6000', shares: '0' });
  const { revenue, networkFeesCharged, networkFeesPaid, profit } = report.total;
  expect(Number(profit)).toBeCloseTo(Number(revenue) + Number(networkFeesCharged) - Number(networkFeesPaid) - 12, 6);
  expect(Number(revenue)).toBeCloseTo(30, 2);
  expect(report.days.map(({ day, completed }) => [day, completed])).toEqual([
    ['2026-11-21', 1],
    ['2026-11-22', 0],
  ]);
  expect(report.coins.map(({ instrument, received, networkFeesPaid: fees }) => [instrument, received, fees])).toEqual([
    ['btc', '0.1', '0.00002'],
    ['usdttrc20', '0', '0'],
    ['trx', '0', '5'],
  ]);
  expect(report.pairs).toEqual([{ instrumentFrom: 'btc', instrumentTo: 'usdttrc20', completed: 1, volume: '6000' }]);

  for (const wrong of [
    { from: '2026-11-22', to: '2026-11-21' },
    { from: '2026-02-30', to: '2026-11-21' },
    { from: '2024-11-21', to: '2026-11-21' },
  ]) {
    expect((await site.call('report', treasurer.headers, wrong)).body['code']).toBe('ERR_VALIDATION');
  }

  const { name, text } = (await site.call('exportReport', treasurer.headers, days)).body as Record<string, string>;
  expect(name).toBe('report-2026-11-21-2026-11-22.csv');
  const [header, first, ...others] = (text ?? '').replace(BYTE_ORDER_MARK, '').trim().split('\r\n');
  expect(header).toMatch(/^day,coin,network,orders_completed/);
  expect(first).toMatch(/^2026-11-21,btc,bitcoin,0,0,0\.1,6000,/);
  expect(others).toHaveLength(2);
  const actor = { userId: treasurer.userId };
  expect(await listActions(host.context, { limit: 1 })).toMatchObject([
    { act: 'export', subject: 'reports', effect: days, actor },
  ]);

  const colleague = await site.addOperator('orders.read');
  for (const call of ['report', 'exportReport'] as const) {
    expect((await site.call(call, colleague.headers, days)).body['code']).toBe('ERR_NOT_ENOUGH_PERMISSIONS');
  }
  await site.close();
});
