import type { RateMode } from '../../contract/order.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DATABASES, rulesOn } from '../../tests/support/databases.ts';
import { startCountedHostOn } from '../../tests/support/orderHosts.ts';
import { createLogger } from '../common/log.ts';
import { findOutboxRow } from '../db/repositories/outbox.ts';
import { listSwitches, PAYOUTS_STOPPED } from '../db/repositories/switches.ts';
import { countReceived, mineAndTick, readStatus, reconcileNow, runOperator } from '../orders/testing/hostActions.ts';
import { ADDRESSES, eventKinds, makeOrder, readOrder, type MadeOrder, type OrderHost } from '../orders/testing/orderHost.ts';
import { ChainUnavailableError } from '../ports/chain/chainGateway.ts';
import { OTHER_SIDE_UNREAD } from '../orders/rules/sendDelay.ts';
import { enterRecovery } from './enterRecovery.ts';
import { createRecoveryWatch, type RecoveryWatch } from './recoveryWatch.ts';

const NO_MARK = { value: () => null, raise: () => Promise.resolve() };
const USDT = 'usdttrc20';

/** An order of books that have forgotten its payout: on one network it may be refunded, on the other it was paid (D75). */
describe.each(DATABASES)('an order with one side in RECOVERY on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let host: OrderHost;
  let watch: RecoveryWatch;
  beforeEach(async () => {
    host = await startCountedHostOn(kind);
    watch = watchOf();
    await watch.check();
  });
  afterEach(async () => {
    await host.close();
  });

  const watchOf = (mark = NO_MARK): RecoveryWatch => createRecoveryWatch({ ...host.context, mark, log: createLogger('silent') });
  const operate = async (words: string): Promise<string> => await runOperator(host, ...words.split(' '));
  const run = async (rounds = 5): Promise<void> => await mineAndTick(host, ['bitcoin', 'tron'], rounds);
  const refunds = (): number => countReceived(host, 'bitcoin', ADDRESSES.bitcoin);
  const payouts = (): number => countReceived(host, 'tron', ADDRESSES.tron);
  const refundOf = async ({ order }: MadeOrder) => await findOutboxRow(host.database, `REFUND:${order.orderId}`);
  const enter = async (network: string): Promise<boolean> =>
    await host.database
      .transaction()
      .execute(async (transaction) => await enterRecovery(transaction, { network, reason: 'RESTORED', at: host.context.now() }));

  /** An order that asks its customer: the deposit of a fixed rate came too late, that of a floating one exceeds the reserve. */
  const asked = async (rateMode: RateMode = 'FIXED'): Promise<MadeOrder> => {
    const made = await makeOrder(host, { rateMode });
    if (rateMode === 'FIXED') host.advanceClock(21 * 60_000);
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', rateMode === 'FIXED' ? '0.1' : '90');
    await run(2);
    expect(await readStatus(host, made)).toBe('DECISION_NEEDED');
    return made;
  };
  const requestRefund = async (made: MadeOrder): Promise<void> => {
    const { refundAmount, networkFee } = await host.orders.refundInfo(made.order.orderId);
    await host.orders.requestRefund(
      {
        orderId: made.order.orderId,
        destinationAddress: made.destination,
        refundAmount: refundAmount ?? '',
        claimedNetworkFee: networkFee,
      },
      { orderToken: made.token, clientAddress: null },
    );
  };
  /** The treasury pays as a host with newer books did. */
  const pay = (amount: string): void => {
    host.chain('tron').spend({ address: ADDRESSES.tron }, USDT, amount);
    host.chain('tron').mine(3);
  };

  rule('is not refunded before the list of the other network is confirmed, and both are opened', async () => {
    const made = await asked();
    await enter('bitcoin');
    await enter('tron');
    for (let round = 0; round < 2; round += 1) await watch.check();
    await requestRefund(made);
    await run();
    expect(await reconcileNow(host)).toEqual([]);
    expect(await operate('confirm bitcoin')).toContain('Confirmed: bitcoin');
    const unresolved = `1 orders of bitcoin wait for a payment and may have been paid on a network in RECOVERY`;
    expect(await operate('open bitcoin')).toContain(unresolved);
    expect(await operate('open bitcoin')).toContain(made.order.orderId);
    expect(await operate('open all')).toContain(unresolved);
    expect(await operate('confirm tron')).toContain('Confirmed: tron');
    expect(await operate('open bitcoin')).toContain('Open: bitcoin');
    await run();
    expect([refunds(), await refundOf(made)]).toMatchObject([0, { state: 'PENDING', reason: PAYOUTS_STOPPED }]);
    expect(await operate('open tron')).toContain('Open: tron');
    await run();
    expect([refunds(), await readStatus(host, made)]).toEqual([1, 'REFUNDED']);
    expect(await reconcileNow(host)).toEqual([]);
  });

  const PAID = { FIXED: '5968.5', FLOATING: '5900' };
  /** That of so large a deposit is above a cap. */
  const WAITS = { FIXED: { state: 'PENDING', reason: PAYOUTS_STOPPED }, FLOATING: { state: 'HELD' } };
  for (const rateMode of ['FIXED', 'FLOATING'] as const) {
    rule(`that was paid out at a ${rateMode} rate is not refunded: its refund becomes its payout`, async () => {
      const made = await asked(rateMode);
      pay(PAID[rateMode]);
      for (let round = 0; round < 3; round += 1) await watch.check();
      expect(watch.list()).toMatchObject([{ network: 'tron', reason: 'BOOKS_BEHIND' }]);
      await requestRefund(made);
      await run();
      const refund = `REFUND:${made.order.orderId}`;
      expect([refunds(), await refundOf(made)]).toMatchObject([0, WAITS[rateMode]]);
      expect(await operate('recovery tron')).toContain(`UNEXPLAINED: may be ${refund}`);
      expect(await operate('explain tron 0 own mine')).toContain(`it may be ${refund}, which would be paid again`);
      expect(await operate(`adopt tron 0 ${refund}`)).toContain(`${refund} has ended`);
      expect(await operate(`adopt tron 0 ${refund}`)).toContain('is no payment of the treasury on tron');
      await watch.check();
      await run();
      expect([payouts(), refunds(), await readStatus(host, made)]).toEqual([1, 0, 'COMPLETED']);
      const order = await readOrder(host, made);
      expect(order).toMatchObject({ withdrawals: [{ amount: PAID[rateMode] }], refunds: [] });
      expect(eventKinds(order)).not.toContain('REFUND_REQUESTED');
      expect(eventKinds(order).at(-1)).toBe('WITHDRAWAL_COMPLETED');
      expect(await reconcileNow(host)).toEqual([]);
      expect(await operate('confirm tron')).toContain('Confirmed: tron');
      expect(await operate('open tron')).toContain('Open: tron');
      await run();
      expect([payouts(), refunds()]).toEqual([1, 0]);
      expect(await reconcileNow(host)).toEqual([]);
    });
  }

  rule('that was refunded since is named by the transaction that paid it', async () => {
    const made = await asked();
    await requestRefund(made);
    await run();
    expect(await readStatus(host, made)).toBe('REFUNDED');
    pay('5900');
    for (let round = 0; round < 3; round += 1) await watch.check();
    expect(await operate('recovery tron')).toContain(`UNEXPLAINED: may be ${made.order.orderId}`);
    expect(await operate('explain tron 0 loss twice')).toContain(`it may be ${made.order.orderId}`);
    expect(await operate('explain tron 0 loss --no-payment twice')).toContain('is explained (LOSS)');
  });

  rule('is refunded after a start only when the other treasury was read', async () => {
    const made = await asked();
    const tron = host.context.gateways.get('tron');
    if (!tron) throw new Error('no gateway');
    const { count } = tron.records;
    tron.records.count = () => Promise.reject(new ChainUnavailableError('the nodes do not answer'));
    const started = watchOf();
    Object.assign(host.context, { unreadTreasuries: started.unread });
    await started.check();
    await requestRefund(made);
    await run();
    expect([refunds(), await refundOf(made)]).toMatchObject([0, { state: 'PENDING' }]);
    host.advanceClock(2 * 60_000);
    await run();
    expect([refunds(), await refundOf(made)]).toMatchObject([0, { state: 'REFUSED', reason: OTHER_SIDE_UNREAD }]);
    tron.records.count = count;
    await started.check();
    host.advanceClock(11 * 60_000);
    await run();
    expect([refunds(), await readStatus(host, made)]).toEqual([1, 'REFUNDED']);
  });

  test('stops all payments where the mark shows that the books are old', async () => {
    const made = await asked();
    await requestRefund(made);
    await watchOf({ value: () => 12, raise: () => Promise.resolve() } as never).check();
    expect(await listSwitches(host.database)).toMatchObject([
      { closes: 'PAYOUTS', target: 'EVERYTHING', set_by: 'the host', reason: expect.stringContaining('more payments') },
    ]);
    await host.database.deleteFrom('recoveries').execute();
    await run();
    expect([refunds(), await refundOf(made)]).toMatchObject([0, { state: 'PENDING', reason: PAYOUTS_STOPPED }]);
  });
});
