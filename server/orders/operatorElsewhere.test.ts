import { afterEach, beforeEach, expect, test } from 'vitest';
import { findOrder } from '../db/repositories/orders.ts';
import { runOperatorCommand } from './operatorCommand.ts';
import { ADDRESSES, look, makeOrder, startOrderHost, type MadeOrder, type OrderHost } from './testing/orderHost.ts';

const NETWORKS = ['bitcoin', 'ethereum', 'bsc'] as const;
const EXCHANGE = ADDRESSES.ethereumOther;

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost();
});
afterEach(async () => {
  await host.close();
});

const say = (...words: string[]) => runOperatorCommand({ ...host.context, operatorFile: '' }, words);

async function run(rounds = 6): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const network of NETWORKS) host.chain(network).mine(20);
    host.pass(10 * 60_000);
    await host.tick();
  }
}

async function claim({ order, destination, token }: MadeOrder, txHash: string): Promise<void> {
  const input = { orderId: order.orderId, destinationAddress: destination, txHash };
  await host.orders.claimDeposit(input, { orderToken: token, clientAddress: null });
}

/** An order that asks its customer, with money on its own network and on another one. */
async function asking(): Promise<MadeOrder> {
  host.desk.maximum = '0.6';
  const made = await makeOrder(host, {
    from: 'eth',
    to: 'btc',
    amount: '0.5',
    destination: ADDRESSES.bitcoin,
    refund: null,
  });
  const { depositAddress: address } = made.order;
  host.chain('ethereum').pay({ address }, 'eth', '1');
  const stray = host.chain('bsc').pay({ address }, 'usdtbep20', '500');
  await run(2);
  await claim(made, stray);
  expect((await look(host, made)).attention?.reason).toBe('ABOVE_MAXIMUM');
  return made;
}

const received = (network: string) =>
  host
    .chain(network)
    .receivedBy(EXCHANGE)
    .map(({ amount, instrument }) => `${amount} ${instrument}`);

test('an address that is meant for the order’s network is given no money of another one', async () => {
  const made = await asking();
  const said = await say('refund', made.order.orderId, EXCHANGE);
  expect(said).toContain('The order is refunded instead of asking its customer.');
  expect(said).toContain('Left on bsc: 500 usdtbep20.');
  host.pass(3 * 24 * 3_600_000);
  await run(8);
  expect([received('ethereum'), received('bsc')]).toEqual([['0.9996 eth'], []]);
  expect(await say('refund', made.order.orderId, EXCHANGE)).toMatch(/^Nothing was done.*\nLeft on bsc: 500 usdtbep20\./s);
});

test('with a network only what lies there goes back, and the order still asks', async () => {
  const made = await asking();
  const said = await say('refund', made.order.orderId, EXCHANGE, 'bsc');
  expect(said).toMatch(/^500 usdtbep20 of \S+ goes back, unless the fee would eat it\.$/);
  await run(8);
  expect([received('ethereum'), received('bsc')]).toEqual([[], ['499.6 usdtbep20']]);
  expect((await look(host, made)).attention?.reason).toBe('ABOVE_MAXIMUM');
});

test('a word that is no network, where there are no memos, does nothing', async () => {
  const made = await asking();
  expect(await say('refund', made.order.orderId, EXCHANGE, 'bcs')).toContain('ethereum has no memos, and bcs is no network.');
  await run(4);
  expect([received('ethereum'), received('bsc')]).toEqual([[], []]);
});

test('where there are memos, all words are the memo', async () => {
  host.desk.maximum = '2000';
  const made = await makeOrder(host, { from: 'xrp', to: 'btc', amount: '1000', destination: ADDRESSES.bitcoin, refund: null });
  const { depositAddress: address, depositAddressMemo: memo } = made.order;
  host.chain('ripple').pay({ address, memo: memo ?? null }, 'xrp', '3000');
  host.chain('ripple').mine(20);
  await host.tick();
  expect(await say('refund', made.order.orderId, ADDRESSES.ripple, 'bsc', '7')).toContain('instead of asking');
  const order = await findOrder(host.database, made.order.orderId);
  expect([order?.refund_address, order?.refund_memo]).toEqual([ADDRESSES.ripple, 'bsc 7']);
});
