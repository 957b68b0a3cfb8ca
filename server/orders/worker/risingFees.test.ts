import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount, roundToDecimal, sum, toDecimal, type Decimal } from '../../../contract/money.ts';
import type { OrderStatus, RateMode } from '../../../contract/order.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { runOperator } from '../testing/hostActions.ts';
import { ledgerAccounts, type MadeOrder } from '../testing/orderHost.ts';
import {
  openSimulatedMarket,
  REFUND_ADDRESSES,
  SIMULATED_COINS,
  type SimulatedCoin,
  type SimulatedMarket,
} from '../testing/simulatedMarket.ts';

/**
 * No order loses more than 1 % of its value by network fees, whatever they do between price, payout and collection (D67). The networks
 * are fake, the desk and the worker are those of the host. Prices stand still, so that fees are all that moves.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NUMBER_OF_RUNS = Number(process.env['RISING_FEES_RUNS'] ?? 40);
const SEED = Number(process.env['RISING_FEES_SEED'] ?? 20_261_127);

const ENDED: readonly OrderStatus[] = ['COMPLETED', 'REFUNDED'];
/** The share of an order that its network fees may cost more than was charged */
const BORNE = amount('0.01');
/** Fees are rounded to the decimals of their coins. */
const ROUNDING_USD = amount('0.001');

/** Steps of half a minute, in which the order is created, paid and settled. */
const STEPS = 10;
const coin = fc.constantFrom<SimulatedCoin>('btc', 'eth', 'usdterc20', 'trx', 'usdttrc20', 'xrp');
const FACTORS = ['1.5', '2.5', '2.9', '9'];
/** A factor on the usual fee for each step: a rise at one of them, or any path */
const path = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: STEPS }), fc.constantFrom(...FACTORS))
    .map(([at, factor]) => Array.from({ length: STEPS }, (_, step) => (step < at ? '1' : factor))),
  fc.array(fc.constantFrom('1', '1', '1', ...FACTORS), { minLength: STEPS, maxLength: STEPS }),
);
const arbitraryCase = fc.record({
  from: coin,
  to: coin,
  rateMode: fc.constantFrom<RateMode>('FIXED', 'FLOATING'),
  hasHistory: fc.boolean(),
  /** Between the minimum (0) and 19,000 USD (1) */
  size: fc.constantFrom(0, 0, 0.2, 0.4, 0.7, 1),
  feesFrom: path,
  feesTo: path,
  /** What is sent, as a multiple of what was claimed */
  share: fc.constantFrom('1', '1', '1', '1.03'),
  answer: fc.constantFrom<'ACCEPT' | 'REFUND' | null>('ACCEPT', 'REFUND', null),
  /** Steps in which the payout's network does not answer */
  outage: fc.constantFrom([0, 0], [0, 0], [2, 6], [4, 9]),
  isRefundedByOperator: fc.constantFrom(false, false, true),
});
type Case = typeof arbitraryCase extends fc.Arbitrary<infer Value> ? Value : never;

let market: SimulatedMarket;

beforeAll(async () => {
  market = await openSimulatedMarket();
});
afterAll(async () => await market.close());

/** Returns the amount of a size, in instrumentFrom. */
function claimedOf(input: Case): Decimal {
  const least = market.minimumOf(input);
  const most = amount('19000').div(amount(market.usd(input.from)));
  // Sizes are spread over orders of magnitude.
  const ratio = Math.max(1, Number(most.div(amount(least)).toString()));
  const chosen = amount(least).times(amount((ratio ** input.size).toFixed(6)));
  const limited = chosen.gt(most) ? most : chosen;
  return roundToDecimal(limited, 6, 'up');
}

/** What an order cost, in USD. */
interface Outcome {
  status: string;
  value: Decimal;
  /** Network fees that were paid, and gas that stays at the deposit address, above what was charged */
  loss: Decimal;
  /** The part of the deposit that stays at its address */
  uncollected: Decimal;
}

async function play(input: Case): Promise<Outcome> {
  const { from, to } = input;
  const { host } = market;
  const [source, target] = [SIMULATED_COINS[from], SIMULATED_COINS[to]];
  const answer = async (made: MadeOrder): Promise<void> => {
    if (input.answer !== null) await market.answer(made, input.answer);
  };
  market.setHistory(input.hasHistory);
  await market.pass(0);
  await market.setFees({ [source]: '1', [target]: '1' });
  const order = { ...input, claimed: claimedOf(input) };
  const made = await market.create(order);
  const paid = roundToDecimal(amount(order.claimed).times(amount(input.share)), 6, 'up');
  for (let step = 0; step < STEPS; step += 1) {
    await market.setFees({ [target]: input.feesTo[step] ?? '1', [source]: input.feesFrom[step] ?? '1' });
    if (step === 1) market.pay(order, made, paid);
    const [down = 0, up = 0] = input.outage;
    const isOut = step >= down && step < up && source !== target;
    host.chain(target).mode = isOut ? (input.isRefundedByOperator ? 'refuse' : 'down') : 'up';
    await market.pass(MINUTE / 2);
    await answer(made);
    if (step === 5 && input.isRefundedByOperator) await runOperator(host, 'refund', made.order.orderId, REFUND_ADDRESSES[source]);
  }
  host.chain(target).mode = 'up';
  // The fees stay where they are for more than a day, and fall then.
  for (let hours = 0; hours < 32; hours += 8) {
    await market.pass(8 * HOUR);
    await answer(made);
  }
  await market.setFees({ [source]: '1', [target]: '1' });
  const { orderId } = made.order;
  const isOver = async () => {
    const row = await findOrder(host.database, orderId);
    return row !== undefined && ENDED.includes(row.status);
  };
  for (let rounds = 0; rounds < 10 && !(await isOver()); rounds += 1) await market.pass(4 * HOUR);
  for (let rounds = 0; rounds < 3; rounds += 1) await market.pass(8 * HOUR);
  const accounts = Object.entries(await ledgerAccounts(host, orderId)).map(([name, value]) => {
    const [account = '', slug = ''] = name.split(' ');
    return { account, slug, usd: toDecimal(amount(value).times(amount(market.usd(slug)))) };
  });
  const balance = (isMeant: (one: { account: string; slug: string }) => boolean): Decimal =>
    sum(accounts.filter(isMeant).map((one) => one.usd));
  return {
    status: (await findOrder(host.database, orderId))?.status ?? '',
    value: toDecimal(amount(paid).times(amount(market.usd(from)))),
    loss: balance(({ account, slug }) => account === 'NETWORK_FEES' || (account === 'DEPOSIT_ADDRESSES' && slug !== from)),
    uncollected: balance(({ account, slug }) => account === 'DEPOSIT_ADDRESSES' && slug === from),
  };
}

const different = arbitraryCase.filter(({ from, to }) => from !== to);

test('network fees of an order cost the host at most 1 % of its value more than was charged', async () => {
  const found = fc.asyncProperty(different, async (input) => {
    const outcome = await play(input);
    expect(faultsOf(outcome), JSON.stringify(outcome)).toEqual([]);
  });
  await fc.assert(found, { numRuns: NUMBER_OF_RUNS, seed: SEED });
});

function faultsOf({ status, value, loss, uncollected }: Outcome): string[] {
  const limit = amount(value).times(BORNE).plus(ROUNDING_USD);
  return [
    ...(amount(loss).gt(limit) ? ['it lost more than 1 %'] : []),
    ...(ENDED.some((one) => one === status) ? [] : ['it has not ended']),
    ...(amount(uncollected).gt(ROUNDING_USD) ? ['it is not collected although fees have fallen'] : []),
  ];
}
