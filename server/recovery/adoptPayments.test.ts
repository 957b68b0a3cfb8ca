import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DATABASES, rulesOn } from '../../tests/support/databases.ts';
import { startCountedHostOn } from '../../tests/support/orderHosts.ts';
import { createLogger } from '../common/log.ts';
import { findOutboxRow, updateOutboxRow } from '../db/repositories/outbox.ts';
import { countReceived, mineAndTick, readStatus, reconcileNow, runOperator } from '../orders/testing/hostActions.ts';
import { ADDRESSES, LITECOIN, makeOrder, readOrder, type MadeOrder, type OrderHost } from '../orders/testing/orderHost.ts';
import { BALANCE_FRESH_MS } from '../payments/treasury.ts';
import { createRecoveryWatch, type RecoveryWatch } from './recoveryWatch.ts';

/** A host that keeps no mark */
const NO_MARK = { value: () => null, raise: () => Promise.resolve() };
const USDT = 'usdttrc20';
/** What the payout of an order of 0.1 BTC sends */
const PAYOUT = '5968.5';

describe.each(DATABASES)('what left a treasury without the books on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let host: OrderHost;
  let watch: RecoveryWatch;
  beforeEach(async () => {
    host = await startCountedHostOn(kind, [LITECOIN]);
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
  const paid = async (amount = '0.1'): Promise<MadeOrder> => {
    const made = await makeOrder(host, { amount });
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount);
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
    expect(await operate('confirm tron')).toContain('Confirmed: tron');
    expect(await operate('open tron')).toContain('Open: tron');
    await watch.check();
    expect(watch.list()).toEqual([]);
  };

  rule('a payout that was confirming when the books were copied is found, and not paid again', async () => {
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

  rule('a payment on hold is found too, and counts in the caps', async () => {
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

  rule('a payout of another amount is adopted by an operator, who books the difference', async () => {
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

  rule('of two payments that equal one transaction, an operator chooses', async () => {
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

  rule('a payment that can not be adopted does not keep the others unexplained', async () => {
    const orders = [await paid('0.1'), await paid('0.2')];
    await forget(...orders.map(({ order }) => order.amountToGet));
    await run();
    const { records } = host.context.gateways.get('tron') ?? {};
    if (!records) throw new Error('no gateway');
    const { adopt } = records;
    const refusing = vi.spyOn(records, 'adopt').mockImplementation(async (payment, ...rest) => {
      if (payment.amount === PAYOUT) throw new Error('the record is broken');
      return await adopt(payment, ...rest);
    });
    const states = async () => await Promise.all(orders.map(async (made) => (await payoutOf(made))?.state));
    await watch.check();
    expect(await states()).toEqual(['PENDING', 'SENT']);
    refusing.mockRestore();
    await watch.check();
    expect(await states()).toEqual(['SENT', 'SENT']);
  });

  rule('is booked as own spending or a loss, and the network is opened', async () => {
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

  rule('later transactions take a confirmed list back', async () => {
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

  rule('a payment that the restored books know is on its way to the same recipient, and no other one adopts it', async () => {
    const tron = host.chain('tron');
    const [known, equal] = [await paid(), await makeOrder(host)];
    await mineAndTick(host, ['bitcoin'], 5);
    const { state, tx_hash } = (await payoutOf(known)) ?? {};
    expect(state).toBe('SENT');
    await forget('3');
    tron.unmine(tx_hash ?? '');
    host.chain('bitcoin').pay({ address: equal.order.depositAddress }, 'btc', '0.1');
    await mineAndTick(host, ['bitcoin'], 5);
    await watch.check();
    await run();
    for (let round = 0; round < 2; round += 1) await watch.check();
    expect([await readStatus(host, known), await payoutOf(equal)]).toMatchObject([
      'COMPLETED',
      { state: 'PENDING', amount: PAYOUT },
    ]);
    expect(await operate('recovery tron')).toMatch(new RegExp(`3 ${USDT}[^]*UNEXPLAINED[^]*${tx_hash}[^]*PAYMENT by the host`));
    expect(await operate('explain tron 1 loss twice')).toContain('is explained already');
    expect(await operate('explain tron 0 own --no-payment mine')).toContain(`3 ${USDT}`);
    await openTron();
    await run();
    expect([received(), await readStatus(host, equal)]).toEqual([3, 'COMPLETED']);
    host.advanceClock(BALANCE_FRESH_MS);
    expect(await reconcileNow(host)).toEqual([]);
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

  describe('in one transaction with several payments', () => {
    const LTC = { to: 'ltc', destination: ADDRESSES.litecoin };
    const STRANGER = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';
    /** What orders of 0.1 and 0.2 BTC send */
    const PAYOUTS = ['74.6248', '149.2498'] as const;
    const run = async (): Promise<void> => await mineAndTick(host, ['bitcoin', 'litecoin'], 6);
    const paidOrders = async (...amounts: string[]): Promise<MadeOrder[]> => {
      const orders: MadeOrder[] = [];
      for (const amount of amounts) {
        const made = await makeOrder(host, { ...LTC, amount });
        host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount);
        orders.push(made);
      }
      return orders;
    };
    const statesOf = async (orders: readonly MadeOrder[]) =>
      await Promise.all(orders.map(async (made) => (await payoutOf(made))?.state));
    const forgetBatch = async (amounts: readonly string[], ...others: string[]): Promise<void> => {
      const litecoin = host.chain('litecoin');
      let txHash: string | undefined;
      for (const amount of amounts) txHash = litecoin.spend({ address: ADDRESSES.litecoin }, 'ltc', amount, txHash);
      for (const amount of others) litecoin.spend({ address: STRANGER }, 'ltc', amount, txHash);
      litecoin.mine(2);
      await watch.check();
      await watch.check();
      expect(watch.list()).toMatchObject([{ network: 'litecoin', reason: 'BOOKS_BEHIND' }]);
    };
    const openLitecoin = async (): Promise<void> => {
      await run();
      // What was stored before the host knew what had left is queried again.
      host.advanceClock(BALANCE_FRESH_MS);
      expect(await reconcileNow(host)).toEqual([]);
      expect(await operate('confirm litecoin')).toContain('Confirmed: litecoin');
      expect(await operate('open litecoin')).toContain('Open: litecoin');
    };

    test('each is found and not paid again', async () => {
      const orders = await paidOrders('0.1', '0.2');
      await forgetBatch(PAYOUTS.toReversed());
      await run();
      await watch.check();
      expect(await statesOf(orders)).toEqual(['SENT', 'SENT']);
      const ids = orders.map(({ order }) => `PAYOUT:${order.orderId}`);
      expect(await operate('recovery litecoin')).toMatch(new RegExp(`${ids[1]}.*${ids[0]}[^]*PAYMENT by the host`));
      await openLitecoin();
      expect(await statesOf(orders)).toEqual(['CONFIRMED', 'CONFIRMED']);
      expect(countReceived(host, 'litecoin', ADDRESSES.litecoin)).toBe(2);
    });

    test('what is no payment is booked with its share of the fee', async () => {
      const orders = await paidOrders('0.1');
      await forgetBatch([PAYOUTS[0]], '3');
      await run();
      await watch.check();
      expect(await statesOf(orders)).toEqual(['SENT']);
      expect(await operate('explain litecoin 0 own sold in March')).toContain('3.00005 ltc');
      expect(await operate('explain litecoin 0 own again')).toContain('is explained already');
      await openLitecoin();
    });

    test('an operator adopts one with another amount, and payments that equal each other', async () => {
      const orders = await paidOrders('0.1', '0.1', '0.2');
      const sendIds = orders.map(({ order }) => `PAYOUT:${order.orderId}`);
      await forgetBatch([PAYOUTS[0], '150', PAYOUTS[0]]);
      await run();
      await watch.check();
      expect(await statesOf(orders)).toEqual(['PENDING', 'PENDING', 'PENDING']);
      expect(await operate(`adopt litecoin 0 ${sendIds[1]}`)).toContain(String(sendIds[1]));
      await watch.check();
      expect(await statesOf(orders)).toEqual(['SENT', 'SENT', 'PENDING']);
      expect(await operate(`adopt litecoin 0 ${sendIds[2]}`)).toContain(`150 ltc instead of ${PAYOUTS[1]}`);
      await openLitecoin();
      expect(await statesOf(orders)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED']);
      expect(countReceived(host, 'litecoin', ADDRESSES.litecoin)).toBe(3);
    });
  });
});
