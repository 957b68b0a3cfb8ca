import { afterAll, beforeAll, expect, test } from 'vitest';
import { compare } from '../../contract/money.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import { listVenueOrders } from '../../server/db/repositories/venues/venueOrders.ts';
import { ORDER_TOKEN_HEADER } from '../../contract/api/orders.ts';
import { claimedRate } from '../../contract/claimedRate.ts';
import { sha256 } from '../../server/common/hashing.ts';
import { quoteExchange } from '../support/samples/makeOrder.ts';
import { EVENTS_OF_SWAP, startHostOnNodes, type HostOnNodes } from '../conformance/hostOnNodes.ts';

/** The whole host on its embedded networks, through the public API only. */
let host: HostOnNodes;
beforeAll(async () => {
  host = await startHostOnNodes([], { SANDBOX: 'allow', EMBEDDED_CHAIN_SPEED: '100000', HEDGING_VENUE: 'embedded' });
});
afterAll(() => host.close());

const SWAPS = [
  { from: 'btc', to: 'usdttrc20', amount: '0.05', destinationAddress: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW' },
  { from: 'usdttrc20', to: 'ltc', amount: '900', destinationAddress: 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1' },
  { from: 'xrp', to: 'eth', amount: '1000', destinationAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
] as const;

async function create(swap: (typeof SWAPS)[number]): Promise<Order> {
  const order = await host.create(swap);
  await host.api.call('sandbox.send', {
    instrumentSlug: swap.from,
    toAddress: order.depositAddress,
    ...(order.depositAddressMemo !== null && { memo: order.depositAddressMemo }),
    amount: swap.amount,
  });
  return order;
}

function expectCompleted({ orderEvents, withdrawals, amountToGet }: Order): void {
  expect(orderEvents.map(({ kind }) => kind)).toEqual(EVENTS_OF_SWAP);
  expect(withdrawals).toMatchObject([{ amount: amountToGet }]);
  expect(withdrawals[0]?.txHash).not.toBeNull();
  expect(compare(amountToGet, '0')).toBe(1);
}

test('completes coin to token, token to coin and memo coin swaps', async () => {
  const orders = await Promise.all(SWAPS.map(create));
  for (const order of await host.untilAll(orders, 'WITHDRAWAL_COMPLETED')) expectCompleted(order);
  // The dollars of these swaps balance each other. What they leave open of the other coins is traded on the exchange.
  const database = await host.openBooks();
  const trades = async () =>
    (await listVenueOrders(database, 'embedded', 0)).map(({ side, coin, state }) => `${side} ${coin} ${state}`).toSorted();
  await expect.poll(trades, { interval: 500 }).toEqual(['BUY ETH ENDED', 'BUY LTC ENDED', 'SELL BTC ENDED', 'SELL XRP ENDED']);
  await database.destroy();
});

test('continues an order after a restart', async () => {
  const order = await create(SWAPS[0]);
  await host.untilAll([order], 'DEPOSIT_REGISTERED');
  await host.restart();
  for (const done of await host.untilAll([order], 'WITHDRAWAL_COMPLETED')) expectCompleted(done);
});

test('offers no refund that no node relays (D78)', async () => {
  const token = 'a'.repeat(43);
  await host.api.call('sandbox.fees', { networkSlug: 'litecoin', factor: '0.05' });
  const pair = await quoteExchange(host.api, { from: 'ltc', to: 'btc', amount: '2', rateMode: 'FLOATING' });
  const { orderId, depositAddress, destinationAddress } = await host.api.call('orders.create', {
    ...claimedRate(pair),
    ...(pair.quoteId !== undefined && { quoteId: pair.quoteId }),
    destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    refundAddress: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
    orderTokenHash: sha256(token),
  });
  const send = async (amount: string) =>
    await host.api.call('sandbox.send', { instrumentSlug: 'ltc', toAddress: depositAddress, amount });
  await expect(send('0.00002')).rejects.toThrow('BELOW_LEAST_PAYMENT');
  await send('0.00003');
  const site = await host.listen();
  const finish = async () => {
    const headers = { 'content-type': 'application/json', [ORDER_TOKEN_HEADER]: token };
    const body = JSON.stringify({ orderId, destinationAddress });
    return (await fetch(`${site}/api/v1/orders/public/finish-deposit`, { method: 'POST', headers, body })).status;
  };
  await expect.poll(finish, { interval: 500 }).toBe(200);
  const info = async () => await host.api.call('orders.refundInfo', { orderId });
  await expect.poll(async () => compare((await info()).networkFee, '0.00002'), { interval: 1_000 }).toBe(-1);
  expect(await info()).toMatchObject({ refundAmountWithoutNetworkFee: '0.00003', refundAmount: '0' });
  const order = await host.api.call('orders.publicInfo', { orderId, destinationAddress });
  expect(order.attention).toMatchObject({ reason: 'BELOW_MINIMUM', actions: ['CONTACT'] });
});
