import { expect, test } from 'vitest';
import { findOutboxRow } from '../../db/repositories/outbox.ts';
import { FEE_ROSE } from '../../payments/outbox/feeWait.ts';
import { mineAndTick, readStatus } from '../testing/hostActions.ts';
import { makeOrder, startOrderHost } from '../testing/orderHost.ts';

test('a payout waits when its network fee has risen since the last estimate', async () => {
  const host = await startOrderHost();
  const made = await makeOrder(host);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  const asked: string[] = [];
  // 1.5 USDT was charged, and 1 % of the order is 60 USDT.
  let fee = '90';
  Object.assign(host.desk, {
    freshenFees: async (slugs: readonly string[]) => {
      asked.push(...slugs);
      if (slugs.includes('usdttrc20')) host.desk.fees.set('usdttrc20', fee);
    },
  });
  await mineAndTick(host, ['bitcoin', 'tron'], 5);
  expect(asked).toContain('usdttrc20');
  expect(await findOutboxRow(host.database, `PAYOUT:${made.order.orderId}`)).toMatchObject({
    state: 'REFUSED',
    reason: FEE_ROSE,
  });
  fee = '1.5';
  host.advanceClock(11 * 60_000);
  await mineAndTick(host, ['bitcoin', 'tron'], 5);
  expect(await readStatus(host, made)).toBe('COMPLETED');
  await host.close();
});
