import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { oneDatabase } from '../../tests/support/databases.ts';
import { startCountedHostOn } from '../../tests/support/orderHosts.ts';
import { createLogger } from '../common/log.ts';
import { mineAndTick, readStatus, reconcileNow, runOperator } from '../orders/testing/hostActions.ts';
import { ADDRESSES, makeOrder, type OrderHost } from '../orders/testing/orderHost.ts';
import { BALANCE_FRESH_MS } from '../payments/treasury.ts';
import { createRecoveryWatch, type RecoveryWatch } from './recoveryWatch.ts';

const NO_MARK = { value: () => null, raise: () => Promise.resolve() };
const USDT = 'usdttrc20';
const OWN = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const WEEK_MS = 7 * 24 * 3_600_000;

describe.each(oneDatabase(import.meta.filename))('spending that an operator announced on %s', (kind) => {
  let host: OrderHost;
  let watch: RecoveryWatch;
  beforeEach(async () => {
    host = await startCountedHostOn(kind);
    watch = createRecoveryWatch({ ...host.context, mark: NO_MARK, log: createLogger('silent') });
    await watch.check();
    await watch.check();
    await reconcileNow(host);
  });
  afterEach(async () => {
    await host.close();
  });

  const operate = async (words: string): Promise<string> => await runOperator(host, ...words.split(' '));
  const spend = (amount: string, address = OWN): void => {
    host.chain('tron').spend({ address }, USDT, amount);
    host.chain('tron').mine(2);
  };
  const check = async (): Promise<readonly unknown[]> => {
    for (let round = 0; round < 3; round += 1) await watch.check();
    return watch.list();
  };
  const reasonOf = () => watch.reasonFor(USDT, 'tron', 'receive');

  test('is booked as capital that was taken out, and leads to no RECOVERY', async () => {
    expect(await operate(`spend ${USDT} 100 ${OWN} profit of March`)).toContain(`Announced on tron: 100 ${USDT}`);
    spend('100');
    expect([await check(), reasonOf()]).toEqual([[], null]);
    expect(await reconcileNow(host)).toEqual([]);
    const made = await makeOrder(host);
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    await mineAndTick(host, ['bitcoin', 'tron'], 6);
    expect(await reconcileNow(host)).toEqual([]);
    // An announcement is used up.
    spend('100');
    expect(await check()).toMatchObject([{ network: 'tron', reason: 'BOOKS_BEHIND' }]);
  });

  test.each([
    ['another amount', '100.1', OWN],
    ['another recipient', '100', ADDRESSES.tron],
  ])('with %s leads to RECOVERY', async (_, amount, address) => {
    await operate(`spend ${USDT} 100 ${OWN} profit`);
    spend(amount, address);
    expect(await check()).toMatchObject([{ network: 'tron' }]);
  });

  test('keeps the network closed, without RECOVERY, until it is final', async () => {
    await operate(`spend ${USDT} 100 ${OWN} profit`);
    const { records } = host.chain('tron');
    const { list } = records;
    records.list = async () => await Promise.resolve([]);
    spend('100');
    expect([await check(), reasonOf()]).toEqual([[], 'NETWORK_UNAVAILABLE']);
    records.list = list;
    expect([await check(), reasonOf()]).toEqual([[], null]);
    expect(await reconcileNow(host)).toEqual([]);
  });

  test('beside a payment that nobody announced leads to RECOVERY, where it is explained already', async () => {
    await operate(`spend ${USDT} 100 ${OWN} profit`);
    spend('100');
    spend('7');
    expect(await check()).toMatchObject([{ network: 'tron' }]);
    const listed = await host.database.selectFrom('treasury_transactions').selectAll().orderBy('position').execute();
    expect(listed.map(({ explanation, explained_by }) => [explanation, explained_by !== null])).toEqual([
      ['OWN', true],
      [null, false],
    ]);
  });

  test('leads to no RECOVERY while a payment of the host is on its way', async () => {
    const made = await makeOrder(host);
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    await mineAndTick(host, ['bitcoin'], 5);
    const { tx_hash } = await host.database
      .selectFrom('outbox')
      .select('tx_hash')
      .where('kind', '=', 'PAYOUT')
      .executeTakeFirstOrThrow();
    await operate(`spend ${USDT} 100 ${OWN} profit`);
    spend('100');
    host.chain('tron').unmine(tx_hash ?? '');
    host.chain('tron').mine(2);
    expect([await check(), reasonOf()]).toEqual([[], null]);
    await mineAndTick(host, ['tron'], 3);
    // What was stored before the spending was read is queried again.
    host.advanceClock(BALANCE_FRESH_MS);
    expect([await readStatus(host, made), await reconcileNow(host)]).toEqual(['COMPLETED', []]);
  });

  test('has to be announced again after a week', async () => {
    await operate(`spend ${USDT} 100 ${OWN} profit`);
    host.advanceClock(WEEK_MS + 1);
    spend('100');
    expect(await check()).toMatchObject([{ network: 'tron' }]);
  });

  test('cannot be announced to an address that an order pays, or with what is no amount or address', async () => {
    await makeOrder(host);
    expect(await operate(`spend ${USDT} 100 ${ADDRESSES.tron} profit`)).toContain('Choose another address');
    expect(await operate(`spend ${USDT} -1 ${OWN} profit`)).toContain('not an amount');
    expect(await operate(`spend ${USDT} 1 nowhere profit`)).toContain('not an address');
    expect(await operate(`spend nothing 1 ${OWN} profit`)).toContain('no coin nothing');
    expect(await host.database.selectFrom('announced_spends').selectAll().execute()).toEqual([]);
  });
});
