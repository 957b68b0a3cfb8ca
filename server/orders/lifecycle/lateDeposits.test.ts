import { afterEach, beforeEach, expect, test } from 'vitest';
import { findCursor, writeCursor } from '../../db/repositories/cursors.ts';
import { listDeposits } from '../../db/repositories/deposits.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { amend } from '../core/machine.ts';
import { ConcurrentUpdateError } from '../../common/retryOnConflict.ts';
import { LeaseLostError } from '../../payments/networkLeases.ts';
import { runOperatorCommand } from '../../operator/cli/runOperatorCommand.ts';
import { recordDeposits } from '../deposits/recordDeposits.ts';
import { ledgerAccounts, makeOrder, startOrderHost, type MadeOrder, type OrderHost } from '../testing/orderHost.ts';

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost();
});
afterEach(async () => {
  await host.close();
});

const WEEKS_MS = 30 * 24 * 3_600_000;
const amountsOf = async ({ order }: MadeOrder) => (await listDeposits(host.database, order.orderId)).map(({ amount }) => amount);
const cursorOf = (network: string) => findCursor(host.database, network);

test('books a deposit from many blocks ago exactly once', async () => {
  const bitcoin = host.chain('bitcoin');
  const made = await makeOrder(host);
  host.advanceClock(WEEKS_MS);
  const first = bitcoin.height();
  bitcoin.window = 50;
  for (const coins of ['0.1', '0.2', '0.3']) {
    bitcoin.mine(400);
    bitcoin.pay({ address: made.order.depositAddress }, 'btc', coins);
  }
  bitcoin.mine(10);
  const last = bitcoin.height();
  const find = () => runOperatorCommand({ ...host.context, operatorFile: '' }, ['find', made.order.orderId, String(first)]);

  // The network fails midway: the progress is stored.
  let calls = 0;
  bitcoin.onCall = (name) => {
    if (name === 'before incoming' && (calls += 1) > 12) bitcoin.mode = 'down';
  };
  expect(await find()).toMatch(new RegExp(`in blocks ${first} to ${first - 1 + 600}: 1\\..* continue from block ${first + 600}`));
  expect(await amountsOf(made)).toEqual(['0.1']);
  bitcoin.onCall = () => undefined;
  bitcoin.mode = 'up';

  for (let time = 0; time < 2; time += 1) {
    expect(await find()).toContain(`in blocks ${first} to ${last}: 3.`);
    expect((await amountsOf(made)).toSorted()).toEqual(['0.1', '0.2', '0.3']);
    expect((await ledgerAccounts(host))['CUSTOMER btc']).toBe('-0.6');
  }
});

test('does not count unconfirmed blocks as scanned', async () => {
  const { order } = await makeOrder(host);
  host.advanceClock(WEEKS_MS);
  const words = ['find', order.orderId, String(host.chain('bitcoin').height() + 5)];
  expect(await runOperatorCommand({ ...host.context, operatorFile: '' }, words)).toContain('no block was scanned');
});

test.each(['an unwatched network', 'a watched network'])(
  'finds the deposit of an order created and paid during a scan of %s',
  async (who) => {
    const bitcoin = host.chain('bitcoin');
    if (who === 'somebody') await makeOrder(host);
    await writeCursor(host.database, 'bitcoin', String(bitcoin.height()), host.context.now());
    host.advanceClock(600_000);
    const { incoming } = bitcoin;
    const made: MadeOrder[] = [];
    bitcoin.incoming = async (input) => {
      bitcoin.incoming = incoming;
      const one = await makeOrder(host);
      made.push(one);
      bitcoin.pay({ address: one.order.depositAddress }, 'btc', '0.1');
      bitcoin.mine(20);
      return await incoming(input);
    };
    await recordDeposits(host.context, bitcoin);
    // The cursor has passed the deposit's block.
    expect(await cursorOf('bitcoin')).toBe(String(bitcoin.height()));
    expect(await Promise.all(made.map(amountsOf))).toEqual([['0.1']]);
  },
);

test('does not move the cursor of a network that another process has taken over', async () => {
  const lost = { assertHeld: () => Promise.reject(new LeaseLostError('bitcoin')) };
  await writeCursor(host.database, 'bitcoin', '1', host.context.now());
  host.advanceClock(600_000);
  await expect(recordDeposits(host.context, host.chain('bitcoin'), lost)).rejects.toThrow(LeaseLostError);
  await makeOrder(host);
  await expect(recordDeposits(host.context, host.chain('bitcoin'), lost)).rejects.toThrow(LeaseLostError);
  expect(await cursorOf('bitcoin')).toBe('1');
});

test('rejects a decision made without a deposit that was booked meanwhile', async () => {
  const { order } = await makeOrder(host);
  const read = await findOrder(host.database, order.orderId);
  if (!read) throw new Error('the order is lost');
  host.chain('bitcoin').pay({ address: order.depositAddress }, 'btc', '0.1');
  host.chain('bitcoin').mine(3);
  await recordDeposits(host.context, host.chain('bitcoin'));
  await expect(amend(host.database, read, {})).rejects.toThrow(ConcurrentUpdateError);
});
