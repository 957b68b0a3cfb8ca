import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DATABASES, rulesOn } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { addCustomer, startSwap, swap } from '../../affiliates/testing/customers.ts';
import { dayOf } from '../../common/day.ts';
import { listOrderDays, listSendCostDays } from '../../db/repositories/reports/days.ts';
import { checkBooks, mineAndTick } from '../../orders/testing/hostActions.ts';
import { ADDRESSES, makeOrder, type OrderHost } from '../../orders/testing/orderHost.ts';

describe.each(DATABASES)('the sums of a day on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let host: OrderHost;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
    await checkBooks(host);
  });
  afterEach(async () => {
    await host.close();
  });

  const today = () => {
    const day = dayOf(host.context.now());
    return { from: day, to: day };
  };
  const noticed = async () => (await checkBooks(host)).differences.map(({ key }) => key);

  /** Completes two orders that earn, one of them at a fixed rate, and one to another coin. Refunds a fourth, which was paid late. */
  const work = async () => {
    const anna = await addCustomer(host);
    const ben = await addCustomer(host, anna);
    await swap(host, { owner: ben });
    await swap(host, { code: anna.code, rateMode: 'FIXED' });
    await swap(host, { to: 'eth', destination: ADDRESSES.ethereum });
    const late = await makeOrder(host, { rateMode: 'FIXED' });
    host.advanceClock(21 * 60_000);
    host.chain('bitcoin').pay({ address: late.order.depositAddress }, 'btc', '0.1');
    await host.tick();
    const { refundAmount, networkFee } = await host.orders.refundInfo(late.order.orderId);
    await host.orders.requestRefund(
      {
        orderId: late.order.orderId,
        destinationAddress: late.destination,
        refundAmount: refundAmount ?? '',
        claimedNetworkFee: networkFee,
      },
      { orderToken: late.token, clientAddress: null },
    );
    await mineAndTick(host, ['bitcoin', 'ethereum', 'tron'], 6);
  };

  rule('are what the ledger says of completed orders, fees, premiums and shares', async () => {
    await work();
    const days = await listOrderDays(host.database, today());
    expect(days.map((row) => [row.instrument_to, row.completed, row.sent, row.referrer_shares !== '0'])).toEqual([
      ['eth', 1, '0.1', false],
      ['usdttrc20', 2, '0.2', true],
    ]);
    // 0.2 BTC at 60,000 USD.
    expect(days[1]).toMatchObject({ sent_usd: '12000', unpriced: 0, refunded: 1, refund_fees: '0.00003' });
    const costs = await listSendCostDays(host.database, today());
    expect(costs.map((row) => `${row.kind} ${row.instrument}`)).toEqual(['REFUND btc', 'SWEEP btc', 'PAYOUT eth', 'PAYOUT trx']);
    expect(costs[3]).toMatchObject({ amount: '10', amount_usd: '3', unpriced: 0 });
    expect(await noticed()).toEqual([]);
  });

  test('lose no order when two processes complete orders of a pair at once', async () => {
    const second = await host.startSecondProcess();
    await Promise.all(Array.from({ length: 6 }, () => startSwap(host, { amount: '0.01' })));
    for (let round = 0; round < 6; round += 1) {
      for (const network of ['bitcoin', 'tron']) host.chain(network).mine(2);
      host.advanceClock(1_000);
      await Promise.all([host.settlement.tick(), second.settlement.tick()]);
    }
    await second.database.destroy();
    expect(await listOrderDays(host.database, today())).toMatchObject([{ completed: 6, sent: '0.06' }]);
    expect(await noticed()).toEqual([]);
  });

  rule('are noticed when somebody changes them or leaves one out', async () => {
    await swap(host);
    await sql`update order_days set platform_fees = '0'`.execute(host.database);
    await sql`update send_cost_days set amount = '7' where kind = 'PAYOUT'`.execute(host.database);
    expect(await noticed()).toEqual(['report:2026-11-20:btc usdttrc20', 'report:costs:2026-11-20:PAYOUT trx']);
    await sql`delete from order_days`.execute(host.database);
    expect(await noticed()).toContain('report:2026-11-20:btc usdttrc20');
  });
});
