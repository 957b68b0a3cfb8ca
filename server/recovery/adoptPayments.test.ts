import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DATABASES } from '../../tests/support/databases.ts';
import { startCountedHostOn } from '../../tests/support/orderHosts.ts';
import { createLogger } from '../common/log.ts';
import { findOutboxRow, updateOutboxRow } from '../db/repositories/outbox.ts';
import { countReceived, mineAndTick, readStatus, reconcileNow, runOperator } from '../orders/testing/hostActions.ts';
import { ADDRESSES, makeOrder, readOrder, type MadeOrder, type OrderHost } from '../orders/testing/orderHost.ts';
import { createRecoveryWatch, type RecoveryWatch } from './recoveryWatch.ts';

/** A host that keeps no mark */
const NO_MARK = { value: () => null, raise: () => Promise.resolve() };
const USDT = 'usdttrc20';
/** What the payout of an order of 0.1 BTC sends */
const PAYOUT = '5968.5';

describe.each(DATABASES)('what left a treasury without the books on %s', (kind) => {
  let host: OrderHost;
  let watch: RecoveryWatch;
  beforeEach(async () => {
    host = await startCountedHostOn(kind);
    watch = createRecoveryWatch({ ...host.context, mark: NO_MARK, log: createLogger('silent') });
    // Stores what the treasury had sent before.
    await watch.check();
  });
  afterEach(async () => {
    await host.close();
  });

  const operate = async (words: string): Promise<string> => await runOperator(host, ...words.split(' '));
  const run = async (rounds = 5): Promise<void> => await mineAndTick(host, ['bitcoin', 'tron'], rounds);
  const received = (): number => countReceived(host, 'tron', ADDRESSES.tron);
  const payoutOf = async ({ order }: MadeOrder) => await findOutboxRow(host.database, `PAYOUT:${order.orderId}`);
  const paid = async (): Promise<MadeOrder> => {
    const made = await makeOrder(host);
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    return made;
  };
  /** The treasury pays as a host with newer books did, and the network is in RECOVERY. */
  const forget = async (...amounts: string[]): Promise<void> => {
    for (const amount of amounts) host.chain('tron').spend({ address: ADDRESSES.tron }, USDT, amount);
    host.chain('tron').mine(2);
    await watch.check();
    await watch.check();
    expect(watch.list()).toMatchObject([{ network: 'tron', reason: 'BOOKS_BEHIND' }]);
  };
  const openTron = async (): Promise<void> => {
    expect(await reconcileNow(host)).toEqual([]);
    expect(await operate('confirm tron')).toContain('is confirmed');
    expect(await operate('open tron')).toContain('tron is open');
    await watch.check();
    expect(watch.list()).toEqual([]);
  };

  test('a payout that was confirming when the books were copied is found, and not paid again', async () => {
    const made = await paid();
    await forget(PAYOUT);
    await watch.check();
    expect(await operate('recovery tron')).toContain(`UNEXPLAINED: may be ${made.order.orderId}`);
    await run();
    expect(await payoutOf(made)).toMatchObject({ state: 'PENDING', amount: PAYOUT });
    await watch.check();
    expect(await payoutOf(made)).toMatchObject({ state: 'SENT', amount: PAYOUT });
    await run();
    expect([received(), await readStatus(host, made)]).toEqual([1, 'COMPLETED']);
    expect((await readOrder(host, made)).withdrawals).toMatchObject([{ amount: PAYOUT }]);
    await openTron();
    const next = await paid();
    await run();
    expect([received(), await readStatus(host, next)]).toEqual([2, 'COMPLETED']);
    expect(await reconcileNow(host)).toEqual([]);
  });

  test('a payment on hold is found too, and counts in the caps', async () => {
    const made = await paid();
    host.chain('tron').mode = 'refuse';
    await run();
    const send = await payoutOf(made);
    if (!send) throw new Error('no payout');
    await updateOutboxRow(host.database, send, { state: 'HELD', reason: 'CAP_PER_HOUR' });
    await host.database.deleteFrom('outflows').execute();
    host.chain('tron').mode = 'up';
    await forget(PAYOUT);
    await watch.check();
    expect(await payoutOf(made)).toMatchObject({ state: 'SENT', reason: null });
    await run();
    expect([received(), await readStatus(host, made)]).toEqual([1, 'COMPLETED']);
    expect(await reconcileNow(host)).toEqual([]);
  });

  test('a payout of another amount is adopted by an operator, who books the difference', async () => {
    const made = await paid();
    await forget('5968.4');
    await run();
    await watch.check();
    const sendId = `PAYOUT:${made.order.orderId}`;
    expect(await payoutOf(made)).toMatchObject({ state: 'PENDING' });
    expect(await operate('explain tron 0 own mine')).toContain(`it may be ${sendId}, which would be paid again`);
    expect(await operate('confirm tron')).toContain('1 transactions are not explained');
    expect(await operate('open tron')).toContain('is not confirmed');
    expect(await operate(`adopt tron 1 ${sendId}`)).toContain('is not in the list');
    expect(await operate(`adopt tron 0 PAYOUT:other`)).toContain('is no payment of the treasury');
    expect(await operate(`adopt tron 0 ${sendId}`)).toContain(`5968.4 ${USDT} instead of ${PAYOUT}`);
    expect(await operate(`adopt tron 0 ${sendId}`)).toContain('is explained already');
    await run();
    expect([received(), await readStatus(host, made)]).toEqual([1, 'COMPLETED']);
    expect(await operate('confirm tron')).toContain('the books were not compared');
    await openTron();
  });

  test('of two payments that equal one transaction, an operator chooses', async () => {
    const [one, other] = [await paid(), await paid()];
    await forget(PAYOUT);
    await run();
    await watch.check();
    const states = async () => [(await payoutOf(one))?.state, (await payoutOf(other))?.state];
    expect(await states()).toEqual(['PENDING', 'PENDING']);
    await operate(`adopt tron 0 PAYOUT:${other.order.orderId}`);
    await run();
    expect(await states()).toEqual(['PENDING', 'CONFIRMED']);
    await openTron();
    await run();
    expect([received(), await states()]).toEqual([2, ['CONFIRMED', 'CONFIRMED']]);
    expect(await reconcileNow(host)).toEqual([]);
  });

  test('is booked as own spending or a loss, and the network is opened', async () => {
    const tron = host.chain('tron');
    tron.spend({ address: ADDRESSES.ripple }, 'trx', '70');
    await forget('3');
    await watch.check();
    expect(await operate('explain tron 0 own sold in March')).toContain('75 trx');
    expect(await operate('explain tron 0 loss twice')).toContain('is explained already');
    expect(await operate('explain tron 1 loss stolen')).toContain(`3 ${USDT}, 5 trx`);
    await openTron();
    const made = await paid();
    await run();
    expect(await readStatus(host, made)).toBe('COMPLETED');
  });

  test('later transactions take a confirmed list back', async () => {
    await forget('3');
    await watch.check();
    await operate('explain tron 0 loss stolen');
    await reconcileNow(host);
    await operate('confirm tron');
    host.chain('tron').spend({ address: ADDRESSES.tron }, USDT, '4');
    expect(await operate('open tron')).toContain('is not confirmed, or more has left since');
    host.chain('tron').mine(2);
    await watch.check();
    expect(await operate('recovery tron')).toMatch(/EXPLAINING[^]*4 usdttrc20[^]*UNEXPLAINED/);
    expect(await operate('open tron')).toContain('is not confirmed');
  });

  test('two hosts that find the same payment adopt it once', async () => {
    const made = await paid();
    await forget(PAYOUT);
    await run();
    const second = await host.startSecondProcess();
    const other = createRecoveryWatch({ ...second.context, mark: NO_MARK, log: createLogger('silent') });
    await Promise.all([watch.check(), other.check()]);
    await run();
    expect([received(), await readStatus(host, made)]).toEqual([1, 'COMPLETED']);
    expect(await reconcileNow(host)).toEqual([]);
    await second.database.destroy();
  });
});
