import { afterEach, beforeEach, expect, test } from 'vitest';
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

test('a transfer that is told again and again is one deposit, booked once', async () => {
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  for (let blocks = 0; blocks < 5; blocks += 1) {
    await record();
    await record();
    host.chain('bitcoin').mine();
  }
  expect(await listDeposits(host.database, made.order.orderId)).toMatchObject([{ amount: '0.1', is_reorged: 0 }]);
  expect(await ledgerAccounts(host)).toEqual({ 'DEPOSIT_ADDRESSES btc': '0.1', 'CUSTOMER btc': '-0.1' });
});

test('money is in the ledger with its confirmations, not before', async () => {
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  host.chain('bitcoin').mine();
  await record();
  expect(await ledgerAccounts(host)).toEqual({});
  host.chain('bitcoin').mine();
  await record();
  expect(await ledgerAccounts(host, made.order.orderId)).toEqual({ 'DEPOSIT_ADDRESSES btc': '0.1', 'CUSTOMER btc': '-0.1' });
});

test('a deposit that leaves the mempool is gone, and counts again when it comes back', async () => {
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

test('a transaction that pays less in another block is worth what it pays there', async () => {
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

test('a transaction that pays another customer in another block is that one’s', async () => {
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

test('a network that fails to answer changes nothing, and the cursor stays', async () => {
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await record();
  const before = await host.database.selectFrom('network_cursors').selectAll().execute();
  host.chain('bitcoin').mine();
  host.chain('bitcoin').mode = 'down';
  await expect(record()).rejects.toThrow('bitcoin is down');
  expect(await host.database.selectFrom('network_cursors').selectAll().execute()).toEqual(before);
  expect(await listDeposits(host.database, made.order.orderId)).toMatchObject([{ confirmations: 0 }]);
});

test('another coin on the deposit address is extra at once, owed to the customer in that coin', async () => {
  const ethereum = await makeOrder(host, { from: 'eth', amount: '1', refund: ADDRESSES.ethereum });
  host.chain('ethereum').pay({ address: ethereum.order.depositAddress }, 'usdterc20', '100');
  host.chain('ethereum').mine(12);
  await recordDeposits(host.context, host.chain('ethereum'));
  expect(await listDeposits(host.database, ethereum.order.orderId)).toMatchObject([{ role: 'EXTRA', instrument: 'usdterc20' }]);
  expect((await ledgerAccounts(host, ethereum.order.orderId))['CUSTOMER usdterc20']).toBe('-100');
});

test.each([
  ['long before the order', -3_600_000, 'made'],
  ['in a minute', 60_000, 'now'],
] as const)(
  'whatever time a block names (%s), its deposit came after the order was made and not in the future',
  async (_name, offset, seen) => {
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
  },
);

test('a deposit that was seen before it was in a block was seen then', async () => {
  const bitcoin = host.chain('bitcoin');
  bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await record();
  const detected_at = host.context.now();
  host.advanceClock(600_000);
  bitcoin.mine();
  await record();
  expect(await listDeposits(host.database, made.order.orderId)).toMatchObject([{ detected_at, confirmations: 1 }]);
});
