import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DATABASES, rulesOn } from '../../../tests/support/databases.ts';
import { startCountedHostOn, startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { findOutboxRow } from '../../db/repositories/outbox.ts';
import { PAYOUTS_STOPPED } from '../../db/repositories/switches.ts';
import { runOperatorCommand } from '../../operator/cli/runOperatorCommand.ts';
import { countReceived, mineAndTick, readStatus, reconcileNow, runOperator } from '../../orders/testing/hostActions.ts';
import { ADDRESSES, makeOrder, readOrder, type MadeOrder, type OrderHost } from '../../orders/testing/orderHost.ts';
import { addCustomer, credit, withdrawalsOf } from '../../withdrawals/testing/withdrawalHost.ts';

const STOPPED = { state: 'PENDING', reason: PAYOUTS_STOPPED, attempts: 0 };

describe.each(DATABASES)('payments that an operator stopped on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let host: OrderHost;
  beforeEach(async () => {
    host = await startCountedHostOn(kind);
  });
  afterEach(async () => {
    await host.close();
  });

  const operate = async (words: string): Promise<string> => await runOperator(host, ...words.split(' '));
  const run = async (rounds = 5): Promise<void> => await mineAndTick(host, ['bitcoin', 'tron', 'ethereum'], rounds);
  const received = (): number => countReceived(host, 'tron', ADDRESSES.tron);
  const paid = async (): Promise<MadeOrder> => {
    const made = await makeOrder(host);
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    return made;
  };
  const payoutOf = async ({ order }: MadeOrder) => await findOutboxRow(host.database, `PAYOUT:${order.orderId}`);

  const STOPS = [
    ['stop-payouts everywhere', 'resume-payouts everywhere'],
    ['stop-payouts network tron', 'resume-payouts network tron'],
    ['stop-payouts instrument usdttrc20 drained wallet', 'resume-payouts instrument usdttrc20'],
  ] as const;
  for (const [stop, resume] of STOPS)
    rule(`wait from "${stop}" to "${resume}", while deposits are booked and swept`, async () => {
      expect(await operate(stop)).toContain('Payouts are stopped');
      const made = await paid();
      await run();
      expect([received(), await payoutOf(made)]).toMatchObject([0, STOPPED]);
      expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'PAYOUT_DELAYED' });
      const sweeps = await host.database.selectFrom('outbox').select('state').where('kind', '=', 'SWEEP').execute();
      expect(sweeps).toEqual([{ state: 'CONFIRMED' }]);

      expect(await operate(resume)).toContain('The stop of payouts is removed');
      await run();
      expect([received(), await readStatus(host, made)]).toEqual([1, 'COMPLETED']);
      expect((await readOrder(host, made)).attention).toBeNull();
      expect(await reconcileNow(host)).toEqual([]);
    });

  rule('of another network or coin leave', async () => {
    await operate('stop-payouts network ethereum');
    await operate('stop-payouts instrument trx');
    const made = await paid();
    await run();
    expect([received(), await readStatus(host, made)]).toEqual([1, 'COMPLETED']);
  });

  rule('stay stopped until the last stop that covers them is removed', async () => {
    await operate('stop-payouts everywhere');
    await operate('stop-payouts network tron');
    const made = await paid();
    await operate('resume-payouts everywhere');
    await run();
    expect([received(), await payoutOf(made)]).toMatchObject([0, STOPPED]);
    expect(await operate('resume-payouts instrument usdttrc20')).toContain('Nothing was done: payouts are not stopped');
  });

  test('do not leave when the stop is committed while the sender is about to sign', async () => {
    const tron = host.chain('tron');
    const { send } = tron;
    tron.send = async (request, fence) => {
      await operate('stop-payouts everywhere');
      tron.send = send;
      return await send(request, fence);
    };
    const made = await paid();
    await run();
    expect([received(), await payoutOf(made)]).toMatchObject([0, { state: 'PENDING' }]);
    await operate('resume-payouts everywhere');
    host.advanceClock(61_000);
    await run();
    expect([received(), await readStatus(host, made)]).toEqual([1, 'COMPLETED']);
  });

  rule('are monitored to their end when they had left before', async () => {
    const made = await paid();
    while ((await payoutOf(made))?.state !== 'SENT') await mineAndTick(host, ['bitcoin'], 1);
    await operate('stop-payouts everywhere');
    await run();
    expect([received(), await readStatus(host, made)]).toEqual([1, 'COMPLETED']);
  });

  rule('include refunds and withdrawals, which their customers can still stop', async () => {
    await operate('stop-payouts everywhere');
    const made = await makeOrder(host, { amount: '0.1', rateMode: 'FIXED' });
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.05');
    const customer = await addCustomer(host.database, host.context.now());
    await credit(host.context, customer.userId, '200');
    const { withdraw, service } = withdrawalsOf(host);
    const { withdrawal } = await withdraw(customer, { amount: '100' });
    for (const hours of [1, 25]) {
      await run();
      host.advanceClock(hours * 3_600_000);
    }
    await run();
    expect(await findOutboxRow(host.database, `REFUND:${made.order.orderId}`)).toMatchObject(STOPPED);
    expect(await findOutboxRow(host.database, `WITHDRAWAL:${withdrawal.withdrawalId}`)).toMatchObject(STOPPED);
    expect([received(), countReceived(host, 'bitcoin', ADDRESSES.bitcoin)]).toEqual([0, 0]);
    await service.cancel(customer.userId, withdrawal.withdrawalId);
    expect(await service.terms(customer)).toMatchObject({ balance: '200' });
  });

  rule('are released and listed with the stop as their reason', async () => {
    await host.close();
    host = await startOrderHostOn(kind, { perOrderUsd: '100' });
    const made = await paid();
    await run();
    await operate('stop-payouts everywhere drained');
    const id = `PAYOUT:${made.order.orderId}`;
    expect(await operate(`release ${id}`)).toBe(`${id} is released. Payouts are stopped: it is sent after resume-payouts.`);
    host.advanceClock(2 * 3_600_000);
    await run();
    const listed = await operate('list');
    expect(listed).toContain('everything (payouts): drained, by ');
    expect(listed).toMatch(new RegExp(`OVERDUE: 1\n  ${id}  PENDING PAYOUTS_STOPPED  5968\\.5 usdttrc20 .*Z$`));
  });

  test('apply to every process that shares the database, within one round', async () => {
    const second = await host.startSecondProcess();
    const made = await paid();
    // One confirmation: after the next one, the round that sees it may also pay out.
    host.chain('bitcoin').mine(1);
    await host.tick();
    // The first process settles the networks; the operator's command has another connection.
    await runOperatorCommand({ ...second.context, operatorFile: '' }, ['stop-payouts', 'everywhere'], 'olga');
    await run();
    expect([received(), await payoutOf(made)]).toMatchObject([0, STOPPED]);
    await runOperator(host, 'resume-payouts', 'everywhere');
    await second.settlement.tick();
    await run();
    expect([received(), await readStatus(host, made)]).toEqual([1, 'COMPLETED']);
    await second.database.destroy();
  });
});
