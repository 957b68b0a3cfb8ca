import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount, compare, roundToDecimal, sum, toDecimal, ZERO, type Decimal } from '../../contract/money.ts';
import { createEmbeddedChainStore } from '../../server/db/repositories/embeddedChainStore.ts';
import { listLedgerEntries } from '../../server/db/repositories/ledger.ts';
import { listOutboxRows } from '../../server/db/repositories/outbox.ts';
import type { LedgerAccount } from '../../server/db/tables/payments.ts';
import { createLogger } from '../../server/common/log.ts';
import { refusalOf } from '../../server/orders/testing/hostActions.ts';
import {
  ADDRESSES,
  catalogue,
  makeOrder,
  readOrder,
  startOrderHost,
  type MadeOrder,
  type OrderHost,
} from '../../server/orders/testing/orderHost.ts';
import { createEmbeddedChains } from '../../server/ports/chain/embedded/embeddedChains.ts';
import { createEmbeddedFeed } from '../../server/ports/market/embedded/embeddedFeed.ts';
import { onAllDatabases } from '../support/databases.ts';
import { createPricing } from '../../server/pricing/createPricing.ts';

const PRICES = { USD: '1', BTC: '60000', ETH: '3000', USDT: '1', TRX: '0.3', XRP: '0.5' };
/** A native coin and a token of two network families, a coin without tokens, and one of a network with memos. */
const COINS = ['btc', 'eth', 'usdterc20', 'trx', 'usdttrc20', 'xrp'] as const;
const NETWORKS = ['bitcoin', 'ethereum', 'tron', 'ripple'] as const;
const USUAL_USD = '500';
const SWEEP_RETRY_MS = 16 * 60_000;

const scenario = fc
  .record({
    from: fc.constantFrom(...COINS),
    to: fc.constantFrom(...COINS),
    size: fc.constantFrom<'minimum' | 'usual' | 'maximum'>('minimum', 'minimum', 'usual', 'maximum'),
    feeFactor: fc.constantFrom<Decimal>('0.5', '1', '1.5', '3'),
    outcome: fc.constantFrom<'payout' | 'refund' | 'extraRefund'>('payout', 'refund', 'extraRefund'),
  })
  .filter(({ from, to }) => networkOf(from) !== networkOf(to));
type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

function networkOf(slug: string): (typeof NETWORKS)[number] {
  const name = instrumentOf(slug).network;
  return NETWORKS.find((network) => network === name) ?? expect.fail(name);
}

function instrumentOf(slug: string) {
  return catalogue.instruments.get(slug) ?? expect.fail(slug);
}

const usdOf = (slug: string): Decimal =>
  Object.entries(PRICES).find(([symbol]) => symbol === instrumentOf(slug).marketSymbol)?.[1] ?? expect.fail(slug);

/** Opens a host with embedded networks, whose fees stay the same, and with real pricing at unchanging prices. */
async function open() {
  const host = await startOrderHost();
  const { now, database } = host.context;
  const startedAt = now();
  const prices = new Map(Object.entries(PRICES));
  const usdPrice = (symbol: string) => prices.get(symbol);
  const store = createEmbeddedChainStore(database);
  const chains = createEmbeddedChains({ store, catalogue, usdPrice, speed: 60, now: () => startedAt });
  await chains.prepare();
  const feed = createEmbeddedFeed({ snapshot: { date: '2026-11-20', note: '', prices: PRICES }, seed: 1, now });
  const quoteKey = new Uint8Array(32).fill(1);
  const gateways = new Map([...chains.gateways].filter(([slug]) => NETWORKS.some((network) => network === slug)));
  const pricing = createPricing({
    catalogue,
    gateways,
    feed,
    log: createLogger('silent'),
    quoteKey,
    isVolatilityMeasured: false,
    now,
  });
  const { desk, usdPrices, availability, present, fees } = pricing;
  const presentInstrument = (slug: string) => present(instrumentOf(slug));
  Object.assign(host.context, { gateways, desk, ...usdPrices, availability, presentInstrument });
  Object.assign(host, { desk });
  const renewPrices = async () => {
    for (const [symbol, price] of prices) await feed.controls.setPrice(symbol, price);
  };
  return {
    host,
    controls: chains.controls,
    async setFees(factor: Decimal) {
      await renewPrices();
      for (const network of NETWORKS) await chains.controls.setFeeFactor(network, factor);
      await fees.refresh(COINS);
    },
    /** Runs rounds in which each network of the pair mines a deposit's confirmations. */
    async run(rounds: number, { from, to }: Pick<Scenario, 'from' | 'to'>) {
      for (let round = 0; round < rounds; round += 1) {
        host.advanceClock(10_000);
        await renewPrices();
        for (const slug of [from, to]) await chains.controls.mine(networkOf(slug), 40);
        await host.tick();
      }
    },
  };
}

let world: Awaited<ReturnType<typeof open>>;
let host: OrderHost;
beforeAll(async () => {
  world = await open();
  ({ host } = world);
});
afterAll(async () => {
  await host.close();
});

async function pay({ order }: MadeOrder, instrumentSlug: string, value: Decimal): Promise<void> {
  const { depositAddress: toAddress, depositAddressMemo: memo } = order;
  await world.controls.send({ instrumentSlug, toAddress, memo, amount: value });
}

/** Requests the refund of the order's own deposit, or of its extra one, for the amounts shown. */
async function requestRefund(made: MadeOrder, isExtra = false): Promise<void> {
  const { orderId } = made.order;
  const info = await host.orders.refundInfo(orderId);
  const extra = info.extra?.[0] ?? (isExtra ? expect.fail('no extra deposit') : undefined);
  const { refundAmount, networkFee } = extra ?? info;
  const shown = { refundAmount: refundAmount ?? '0', claimedNetworkFee: networkFee ?? '0' };
  const input = { orderId, destinationAddress: made.destination, ...shown, ...(extra && { depositTxHash: extra.depositTxHash }) };
  await host.orders.requestRefund(input, { orderToken: made.token, clientAddress: null });
}

/** Returns an amount of a coin times a factor, rounded down. */
function scaled(slug: string, value: Decimal, factor: Decimal): Decimal {
  return roundToDecimal(amount(value).times(amount(factor)), instrumentOf(slug).precisionDecimals, 'down');
}

/** Runs an order to its end, sweeps included. */
async function settle(one: Scenario): Promise<MadeOrder> {
  const { from, to, size, feeFactor, outcome } = one;
  await world.setFees(feeFactor);
  const { minimum, maximum } = host.context.desk.bounds(from, to);
  const usual = roundToDecimal(amount(USUAL_USD).div(amount(usdOf(from))), instrumentOf(from).precisionDecimals, 'up');
  const value = { minimum, usual: compare(usual, minimum) < 0 ? minimum : usual, maximum }[size];
  const [destination, refund] = [ADDRESSES[networkOf(to)], ADDRESSES[networkOf(from)]];
  const made = await makeOrder(host, { from, to, amount: value, destination, refund });
  if (outcome === 'refund') {
    // More than was claimed, and above the maximum for a moment, so that the customer decides.
    const { bounds } = host.context.desk;
    Object.assign(host.context.desk, { bounds: () => ({ minimum: '0', maximum: '0' }) });
    await pay(made, from, scaled(from, value, '1.05'));
    await world.run(1, one);
    Object.assign(host.context.desk, { bounds });
    await requestRefund(made);
  } else await pay(made, from, value);
  await world.run(2, one);
  if (outcome === 'extraRefund') {
    // Too little for another order (D63).
    await pay(made, from, scaled(from, minimum, '0.9'));
    await world.run(2, one);
    await requestRefund(made, true);
  }
  await world.run(5, one);
  // A sweep that waited for its payout is planned again after a quarter of an hour.
  host.advanceClock(SWEEP_RETRY_MS);
  await world.run(4, one);
  return made;
}

/**
 * Returns what an order earned, in USD. `waiting`: whether what stays at its deposit address is ours. Otherwise it counts only against what
 * its customer is owed.
 */
async function earnedUsd(orderId: string, waiting: 'OURS' | 'LOST' = 'LOST'): Promise<Decimal> {
  const entries = await listLedgerEntries(host.database, orderId);
  const usd = [...Map.groupBy(entries, ({ instrument }) => instrument)].map(([instrument, lines]) => {
    const of = (...accounts: readonly LedgerAccount[]) =>
      amount(sum(lines.filter(({ account }) => accounts.includes(account)).map((line) => line.amount)));
    const atAddress = of('DEPOSIT_ADDRESSES', 'CUSTOMER');
    const net = of('TREASURY', 'IN_TRANSIT', 'UNATTRIBUTED').plus(waiting === 'OURS' || atAddress.lt(ZERO) ? atAddress : ZERO);
    return net.times(amount(usdOf(instrument)));
  });
  return toDecimal(usd.reduce((total, value) => total.plus(value), ZERO));
}

test('loses money on no order of any size, payouts and refunds included (D53)', async () => {
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(scenario, async (one) => {
      const made = await settle(one);
      const sends = await listOutboxRows(host.database, made.order.orderId);
      expect(sends.filter(({ state }) => state !== 'CONFIRMED')).toEqual([]);
      const { status = '' } = await readOrder(host, made);
      const kinds = [...new Set(sends.map(({ kind }) => kind))].toSorted().join(' ');
      outcomes.add(`${status} ${kinds}`);
      expect(compare(await earnedUsd(made.order.orderId), '0'), await earnedUsd(made.order.orderId)).toBeGreaterThanOrEqual(0);
    }),
    { seed: 8, numRuns: 36, endOnFailure: true },
  );
  expect([...outcomes].toSorted()).toEqual([
    'COMPLETED PAYOUT',
    'COMPLETED PAYOUT REFUND',
    'COMPLETED PAYOUT REFUND SWEEP',
    'COMPLETED PAYOUT REFUND SWEEP TOP_UP',
    'COMPLETED PAYOUT SWEEP',
    'COMPLETED PAYOUT SWEEP TOP_UP',
    'REFUNDED REFUND',
    'REFUNDED REFUND SWEEP TOP_UP',
  ]);
});

/** Pairs whose coins nobody else quotes meanwhile: a payout in a token and in a native coin of two families, and one with a memo. */
const QUIET_PAIRS = [
  { from: 'trx', to: 'usdterc20' },
  { from: 'xrp', to: 'usdttrc20' },
  { from: 'btc', to: 'eth' },
  { from: 'eth', to: 'xrp' },
] as const;
/** Of each pair and rise. With `npm test -- --all`, 120 of each pair. */
const ORDERS = onAllDatabases() ? 40 : 2;
/** What an order may earn at least, as a share of its value, when fees rise after its rate was fixed (D67) */
const MOST_LOSS = amount('-0.01');

/** Returns the least amount at a fixed rate, as the refusal of less names it. */
async function fixedMinimum(from: Scenario['from'], to: Scenario['to']): Promise<Decimal> {
  const pair = { from, to, destination: ADDRESSES[networkOf(to)], refund: ADDRESSES[networkOf(from)] };
  const refusal = await refusalOf(makeOrder(host, { ...pair, amount: '0.0001', rateMode: 'FIXED' }));
  const expected = refusal.details?.['expected'];
  return typeof expected === 'string' ? expected : expect.fail(refusal.message);
}

test.each([
  { rise: '1.5', seen: ['COMPLETED'] },
  { rise: '4', seen: ['COMPLETED', 'PAYING_OUT PAYOUT_DELAYED'] },
  { rise: '9', seen: ['COMPLETED', 'PAYING_OUT PAYOUT_DELAYED'] },
])('small orders ask, wait or lose at most 1 % where fees rise × $rise after them (D77)', async ({ rise, seen }) => {
  const outcomes = new Set<string>();
  for (const { from, to } of QUIET_PAIRS) {
    await world.setFees('1');
    const sent = await fixedMinimum(from, to);
    const [destination, refund] = [ADDRESSES[networkOf(to)], ADDRESSES[networkOf(from)]];
    const made: MadeOrder[] = [];
    for (let count = 0; count < ORDERS; count += 1)
      made.push(await makeOrder(host, { from, to, amount: sent, destination, refund, rateMode: 'FIXED' }));
    // No estimate follows: the coins were quoted for the last time.
    for (const network of [networkOf(from), networkOf(to)]) await world.controls.setFeeFactor(network, rise);
    for (const one of made) await pay(one, from, sent);
    await world.run(6, { from, to });
    for (const one of made) {
      const { status = '', attention } = await readOrder(host, one);
      outcomes.add(`${status} ${attention?.reason ?? ''}`.trim());
      const sends = await listOutboxRows(host.database, one.order.orderId);
      // While it asks or waits, nothing has left.
      if (status !== 'COMPLETED') expect(sends.filter(({ state }) => state !== 'REFUSED')).toEqual([]);
      else {
        const value = amount(sent).times(amount(usdOf(from)));
        // A sweep waits until its fee is within the limit.
        const earned = await earnedUsd(one.order.orderId, 'OURS');
        expect(compare(earned, toDecimal(value.times(MOST_LOSS))), `${from} → ${to}: ${earned} USD`).toBeGreaterThanOrEqual(0);
      }
    }
  }
  expect([...outcomes].toSorted()).toEqual(seen);
});
