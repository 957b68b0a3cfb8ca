import { afterEach, beforeEach, expect, test } from 'vitest';
import { findCursor } from '../../db/repositories/cursors.ts';
import { listDeposits } from '../../db/repositories/deposits.ts';
import { recordDeposits } from './recordDeposits.ts';
import { ADDRESSES, ledgerAccounts, makeOrder, startOrderHost, type MadeOrder, type OrderHost } from '../testing/orderHost.ts';

let host: OrderHost;
let made: MadeOrder;
beforeEach(async () => {
  host = await startOrderHost();
  made = await makeOrder(host);
});
afterEach(async () => {
  await host.close();
});

const record = async (): Promise<void> => {
  await recordDeposits(host.context, host.chain('bitcoin'));
};

test('books a transfer once however often it is reported', async () => {
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  for (let blocks = 0; blocks < 5; blocks += 1) {
    await record();
    await record();
    host.chain('bitcoin').mine();
  }
  expect(await listDeposits(host.database, made.order.orderId)).toMatchObject([{ amount: '0.1', is_reorged: 0 }]);
  expect(await ledgerAccounts(host)).toEqual({ 'DEPOSIT_ADDRESSES btc': '0.1', 'CUSTOMER btc': '-0.1' });
});

test('books a deposit with its last confirmation, not before', async () => {
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  host.chain('bitcoin').mine();
  await record();
  expect(await ledgerAccounts(host)).toEqual({});
  host.chain('bitcoin').mine();
  await record();
  expect(await ledgerAccounts(host, made.order.orderId)).toEqual({ 'DEPOSIT_ADDRESSES btc': '0.1', 'CUSTOMER btc': '-0.1' });
});

test('ignores a deposit dropped from the mempool until it reappears', async () => {
  const bitcoin = host.chain('bitcoin');
  const first = bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await record();
  const { incoming } = bitcoin;
  bitcoin.incoming = async () => ({ transfers: [], cursor: '0' });
  await record();
  expect(await listDeposits(host.database, made.order.orderId)).toEqual([]);
  bitcoin.incoming = incoming;
  await record();
  expect(await listDeposits(host.database, made.order.orderId)).toMatchObject([{ tx_hash: first }]);
});

test('books the amount of the block that finally contains the transaction', async () => {
  const bitcoin = host.chain('bitcoin');
  bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.1');
  bitcoin.mine();
  await record();
  const { incoming } = bitcoin;
  bitcoin.incoming = async (input) => {
    const { transfers, cursor } = await incoming(input);
    return { transfers: transfers.map((transfer) => ({ ...transfer, amount: '0.0001' })), cursor };
  };
  await record();
  expect(await listDeposits(host.database, made.order.orderId)).toMatchObject([{ amount: '0.0001', booked_at: null }]);
  bitcoin.mine(3);
  await record();
  expect(await listDeposits(host.database, made.order.orderId)).toMatchObject([{ amount: '0.0001' }]);
  expect(await ledgerAccounts(host)).toEqual({ 'DEPOSIT_ADDRESSES btc': '0.0001', 'CUSTOMER btc': '-0.0001' });
});

test('books the deposit for the order it pays in the final block', async () => {
  const other = await makeOrder(host);
  const bitcoin = host.chain('bitcoin');
  bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.1');
  bitcoin.mine();
  await record();
  const { incoming } = bitcoin;
  bitcoin.incoming = async (input) => {
    const { transfers, cursor } = await incoming(input);
    return { transfers: transfers.map((transfer) => ({ ...transfer, toAddress: other.order.depositAddress })), cursor };
  };
  bitcoin.mine(3);
  await record();
  expect(await listDeposits(host.database, made.order.orderId)).toEqual([]);
  expect(await listDeposits(host.database, other.order.orderId)).toMatchObject([{ amount: '0.1' }]);
  expect(await ledgerAccounts(host, other.order.orderId)).toMatchObject({ 'CUSTOMER btc': '-0.1' });
});

test('changes nothing and keeps the cursor when the network fails', async () => {
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await record();
  const before = await host.database.selectFrom('network_cursors').selectAll().execute();
  host.chain('bitcoin').mine();
  host.chain('bitcoin').mode = 'down';
  await expect(record()).rejects.toThrow('bitcoin is down');
  expect(await host.database.selectFrom('network_cursors').selectAll().execute()).toEqual(before);
  expect(await listDeposits(host.database, made.order.orderId)).toMatchObject([{ confirmations: 0 }]);
});

test('records another coin as an extra deposit owed in that coin', async () => {
  const ethereum = await makeOrder(host, { from: 'eth', amount: '1', refund: ADDRESSES.ethereum });
  host.chain('ethereum').pay({ address: ethereum.order.depositAddress }, 'usdterc20', '100');
  host.chain('ethereum').mine(12);
  await recordDeposits(host.context, host.chain('ethereum'));
  expect(await listDeposits(host.database, ethereum.order.orderId)).toMatchObject([{ role: 'EXTRA', instrument: 'usdterc20' }]);
  expect((await ledgerAccounts(host, ethereum.order.orderId))['CUSTOMER usdterc20']).toBe('-100');
});

test.each([
  ['an hour before the order', -3_600_000, 'made'],
  ['a minute in the future', 60_000, 'now'],
] as const)('limits the detection time of a block dated %s to between order creation and now', async (_name, offset, seen) => {
  const bitcoin = host.chain('bitcoin');
  const madeAt = host.context.now();
  host.advanceClock(600_000);
  bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.1');
  bitcoin.mine();
  const { incoming } = bitcoin;
  bitcoin.incoming = async (input) => {
    const { transfers, cursor } = await incoming(input);
    return { transfers: transfers.map((transfer) => ({ ...transfer, blockTime: host.context.now() + offset })), cursor };
  };
  await record();
  const detected_at = seen === 'made' ? madeAt : host.context.now();
  expect(await listDeposits(host.database, made.order.orderId)).toMatchObject([{ detected_at }]);
});

test('keeps the detection time of a deposit seen in the mempool', async () => {
  const bitcoin = host.chain('bitcoin');
  bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await record();
  const detected_at = host.context.now();
  host.advanceClock(600_000);
  bitcoin.mine();
  await record();
  expect(await listDeposits(host.database, made.order.orderId)).toMatchObject([{ detected_at, confirmations: 1 }]);
});

test('stores the first cursor of an idle network at once, and advances it only now and then', async () => {
  const ethereum = host.chain('ethereum');
  const cursor = () => findCursor(host.database, 'ethereum');
  const first = String(ethereum.height());
  await recordDeposits(host.context, ethereum);
  // A restored backup that has none would not say from where to read.
  expect(await cursor()).toBe(first);

  ethereum.mine(50_000);
  await recordDeposits(host.context, ethereum);
  expect(await cursor()).toBe(first);

  host.advanceClock(600_000);
  await recordDeposits(host.context, ethereum);
  expect(await cursor()).toBe(String(ethereum.height()));
});
