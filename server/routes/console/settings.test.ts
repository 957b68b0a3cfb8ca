import { expect, test } from 'vitest';
import { makeOrder } from '../../orders/testing/orderHost.ts';
import { createLiveSettings } from '../../operator/settings/liveSettings.ts';
import { startConsoleHost } from './testing.ts';

test('lets two operators change a setting, and one find an order', async () => {
  const site = await startConsoleHost('SQLite');
  const olga = await site.addOperator('settings', 'orders.read');
  const piet = await site.addOperator('settings');
  const { order } = await makeOrder(site.host);
  const asked = await site.perform(olga, 'set', { name: 'PLATFORM_FEE_PERCENT', value: '0.4', reason: 'cheaper' });
  const { context } = site.host;
  const fee = async () => (await createLiveSettings(context, {}, context.log)).pricing.platformFeePercent;
  expect(await fee()).toBe('0.5');
  const approval = 'approval' in asked ? asked.approval : expect.fail();
  expect((await site.approve(piet, approval.approvalId)).body).toMatchObject({ done: true });
  expect(await fee()).toBe('0.4');

  const settings = await site.call('settings', piet.headers);
  expect(settings).toMatchObject({ status: 200 });
  expect(settings.body['settings']).toContainEqual(
    expect.objectContaining({ name: 'PLATFORM_FEE_PERCENT', value: '0.4', origin: 'OPERATOR', otherwise: '0.5', most: '5' }),
  );
  const found = await site.call('search', olga.headers, { q: order.destinationAddress });
  expect(found.body['orders']).toMatchObject([{ order: { orderId: order.orderId }, matches: ['DESTINATION'] }]);
  expect((await site.call('orders', olga.headers)).body['orders']).toMatchObject([{ orderId: order.orderId }]);
  expect((await site.call('search', piet.headers, { q: order.destinationAddress })).status).toBe(403);
  await site.close();
});
