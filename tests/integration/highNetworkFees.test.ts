import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmbeddedChainStore } from '../../server/db/repositories/embeddedChainStore.ts';
import { amount, compare, subtract, toDecimal } from '../../contract/money.ts';
import type { InactiveReason } from '../../contract/schemas/instruments.ts';
import { createLogger } from '../../server/common/log.ts';
import {
  catalogue,
  CLIENT,
  inputFor,
  eventKinds,
  readOrder,
  makeOrder,
  startOrderHost,
} from '../../server/orders/testing/orderHost.ts';
import type { MadeOrder, OrderHost } from '../../server/orders/testing/orderHost.ts';
import { createEmbeddedChains } from '../../server/ports/chain/embedded/embeddedChains.ts';
import { createEmbeddedFeed } from '../../server/ports/market/embedded/embeddedFeed.ts';
import { createPricing } from '../../server/pricing/createPricing.ts';

const PRICES = { USD: '1', BTC: '60000', USDT: '1', TRX: '0.3' };
const HOUR = 3_600_000;

/** Opens an order host with embedded networks and real pricing. The tests raise a network's fee a hundredfold. */
async function open() {
  const host = await startOrderHost();
  const { now, database } = host.context;
  const prices = new Map(Object.entries(PRICES));
  const usdPrice = (symbol: string) => prices.get(symbol);
  const chains = createEmbeddedChains({ store: createEmbeddedChainStore(database), catalogue, usdPrice, speed: 60, now });
  await chains.prepare();
  const feed = createEmbeddedFeed({ snapshot: { date: '2026-11-20', note: '', prices: PRICES }, seed: 1, now });
  const closed = new Map<string, InactiveReason>();
  const pricing = createPricing({
    catalogue,
    gateways: chains.gateways,
    feed,
    log: createLogger('silent'),
    isVolatilityMeasured: false,
    quoteKey: new Uint8Array(32).fill(1),
    closures: [{ reasonFor: (slug, _network, side) => closed.get(`${slug} ${side}`) ?? null }],
    now,
  });
  const { desk, usdPrices, availability, present } = pricing;
  const presentInstrument = (slug: string) => present(catalogue.instruments.get(slug) ?? expect.fail(slug));
  Object.assign(host.context, { gateways: chains.gateways, desk, ...usdPrices, availability, presentInstrument });
  Object.assign(host, { desk });
  /** Reads the networks' fees and updates the availability. */
  const refreshFees = async () => {
    await pricing.fees.refresh(['btc', 'usdttrc20']);
    await availability.probe();
  };
  await refreshFees();
  return {
    host,
    controls: chains.controls,
    refreshFees,
    /** Closes the receiving side of an instrument, as an operator does. */
    closeReceiving: async (slug: string) => {
      closed.set(`${slug} receive`, 'NETWORK_CONGESTED');
      await availability.probe();
    },
    /** Runs rounds: new blocks on both networks, a new price, and one settlement round each. */
    run: async (rounds: number, pass = 0) => {
      for (let round = 0; round < rounds; round += 1) {
        host.advanceClock(pass);
        for (let part = 0; part < 4; part += 1) feed.step();
        await chains.controls.mine('bitcoin', 2);
        await chains.controls.mine('tron', 20);
        await host.tick();
      }
    },
  };
}

let world: Awaited<ReturnType<typeof open>>;
let host: OrderHost;
beforeEach(async () => {
  world = await open();
  ({ host } = world);
});
afterEach(async () => {
  await host.close();
});

const lastEvent = async (made: MadeOrder) => eventKinds(await readOrder(host, made)).at(-1);

async function payAndWait(): Promise<MadeOrder> {
  const made = await makeOrder(host, { amount: '0.01' });
  await world.controls.setFeeFactor('tron', '100');
  await world.refreshFees();
  const toAddress = made.order.depositAddress;
  await world.controls.send({ instrumentSlug: 'btc', toAddress, memo: null, amount: '0.01' });
  await world.run(6);
  expect(await lastEvent(made)).toBe('INCOMING_FUNDS_DETECTED');
  return made;
}

test('delays a floating order while the fee is a hundred times higher, and settles it when the fee falls', async () => {
  const made = await payAndWait();
  await world.controls.setFeeFactor('tron', '1');
  await world.refreshFees();
  await world.run(6, 5_000);
  expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
  const { amountToGet, withdrawals } = await readOrder(host, made);
  const lost = subtract(made.order.amountToGet, withdrawals[0]?.amount ?? '0');
  expect(compare(lost, '5')).toBe(-1);
  expect(withdrawals).toMatchObject([{ amount: amountToGet }]);
});

async function orderAwaitingDecision(): Promise<MadeOrder> {
  const made = await payAndWait();
  await world.run(2, 3 * HOUR);
  expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'NETWORK_CONGESTED', actions: ['ACCEPT', 'REFUND'] });
  return made;
}
const accept = async (made: MadeOrder, quoteId: string) => {
  const input = { orderId: made.order.orderId, destinationAddress: made.destination, quoteId };
  return await host.orders.acceptRateModeChange(input, { orderToken: made.token, clientAddress: null });
};
const offerTo = async (made: MadeOrder) => (await host.orders.refundInfo(made.order.orderId)).offer;

test('lets the customer accept the high fee while new orders are refused', async () => {
  const { input } = inputFor(host, { amount: '0.01' });
  const made = await orderAwaitingDecision();
  await expect(host.orders.create(input, CLIENT)).rejects.toMatchObject({
    code: 'ERR_PAIR_NOT_ACTIVE',
    details: { side: 'receive', reason: 'NETWORK_CONGESTED' },
  });
  // As a host does every 15 s: hours have passed, and the payout is checked with the fee of now.
  await world.refreshFees();
  const offer = (await offerTo(made)) ?? expect.fail('no offer');
  await accept(made, offer.quoteId);
  await world.run(6);
  expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
});

test('offers only a refund when an operator has closed the coin', async () => {
  const made = await orderAwaitingDecision();
  const offer = (await offerTo(made)) ?? expect.fail('no offer');
  await world.closeReceiving('usdttrc20');
  expect((await readOrder(host, made)).attention?.actions).toEqual(['REFUND']);
  expect(await offerTo(made)).toBeNull();
  await expect(accept(made, offer.quoteId)).rejects.toMatchObject({ code: 'ERR_NOT_ACCEPTABLE' });
});

test('asks the customer when the fee stays high, and delays the refund while its own network’s fee is high', async () => {
  const made = await payAndWait();
  await world.run(2, 3 * HOUR);
  expect((await readOrder(host, made)).attention?.reason).toBe('NETWORK_CONGESTED');
  await world.controls.setFeeFactor('bitcoin', '100');
  await world.refreshFees();
  await world.run(5, 5 * HOUR);
  const { attention } = await readOrder(host, made);
  expect(Date.parse(attention?.deadline ?? '')).toBeGreaterThan(host.context.now());
  await world.controls.setFeeFactor('bitcoin', '1');
  await world.refreshFees();
  await world.run(8, HOUR);
  expect(await lastEvent(made)).toBe('REFUND_COMPLETED');
  const [refund] = (await readOrder(host, made)).refunds;
  // Bitcoin's usual fee is 1.20 USD, and at most 15 % more.
  expect(compare(refund?.networkFee ?? '1', toDecimal(amount('1.8').div(amount('60000'))))).toBe(-1);
});
