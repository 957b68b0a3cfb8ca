import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import { amount, roundToDecimal, sum, toDecimal, type Decimal } from '../../../contract/money.ts';
import type { AttentionAction, OrderStatus, RateMode } from '../../../contract/order.ts';
import type { PairData } from '../../../contract/schemas/rates.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { instrumentOf } from '../../instruments/lookup.ts';
import { runOperator } from '../testing/hostActions.ts';
import {
  ADDRESSES,
  ledgerAccounts,
  makeOrder,
  readOrder,
  startOrderHost,
  type MadeOrder,
  type OrderHost,
} from '../testing/orderHost.ts';
import { useRealDesk } from '../testing/realDesk.ts';

/**
 * No order loses more than 1 % of its value by network fees, whatever they do between price, payout and collection (D67). The networks
 * are fake, the desk and the worker are those of the host. Prices stand still, so that fees are all that moves.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NUMBER_OF_RUNS = Number(process.env['RISING_FEES_RUNS'] ?? 40);
const SEED = Number(process.env['RISING_FEES_SEED'] ?? 20_261_127);

const PRICES: Record<string, Decimal> = { BTC: '60000', ETH: '3000', USDT: '1', TRX: '0.3', XRP: '0.5' };
const COINS = {
  btc: 'bitcoin',
  eth: 'ethereum',
  usdterc20: 'ethereum',
  trx: 'tron',
  usdttrc20: 'tron',
  xrp: 'ripple',
} as const;
type Coin = keyof typeof COINS;
type Network = (typeof COINS)[Coin];
const NETWORKS: readonly Network[] = ['bitcoin', 'ethereum', 'tron', 'ripple'];
/** In the native coin */
const USUAL_FEES: Record<Network, Decimal> = { bitcoin: '0.00002', ethereum: '0.0003', tron: '5', ripple: '0.00001' };
const ENDED: readonly OrderStatus[] = ['COMPLETED', 'REFUNDED'];
/** The share of an order that its network fees may cost more than was charged */
const BORNE = amount('0.01');
/** Fees are rounded to the decimals of their coins. */
const ROUNDING_USD = amount('0.001');

/** Steps of half a minute, in which the order is created, paid and settled. */
const STEPS = 10;
const coin = fc.constantFrom<Coin>('btc', 'eth', 'usdterc20', 'trx', 'usdttrc20', 'xrp');
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

let host: OrderHost;
let market: ReturnType<typeof useRealDesk>;
const factors: Record<Network, Decimal> = { bitcoin: '1', ethereum: '1', tron: '1', ripple: '1' };

beforeAll(async () => {
  host = await startOrderHost();
  const networkFees: Record<string, Decimal> = {};
  for (const network of NETWORKS) Object.defineProperty(networkFees, network, { get: () => host.chain(network).fee });
  market = useRealDesk(host, { networkFees });
  for (const [slug, network] of Object.entries(COINS))
    host.chain(network).credit(host.chain(network).treasury(), slug, '1000000');
  await setFees({});
});
afterAll(async () => await host.close());

async function setFees(changed: Partial<Record<Network, Decimal>>): Promise<void> {
  Object.assign(factors, changed);
  for (const network of NETWORKS) {
    host.chain(network).fee = toDecimal(amount(USUAL_FEES[network]).times(amount(factors[network])));
  }
  await market.fees.refresh(Object.keys(COINS));
}

/** Passes time, publishes the same prices again, mines and runs a round. */
async function pass(milliseconds: number): Promise<void> {
  host.advanceClock(milliseconds);
  market.clock.now = host.context.now();
  for (const [symbol, price] of Object.entries(PRICES)) await market.feed.controls.setPrice(symbol, price);
  for (const network of NETWORKS) host.chain(network).mine(10);
  // What a round plans is sent in the next one, a second later.
  await host.tick(2);
}

/** Of the customer. The refund address differs from the destination. */
const REFUND_ADDRESSES: Record<Network, string> = {
  ...ADDRESSES,
  ethereum: ADDRESSES.ethereumOther,
  tron: 'TGSzvBvgWb15CQTEPTqqtac4D2LNYqH7gB',
};

function usd(slug: string): Decimal {
  return PRICES[instrumentOf(host.context, slug).marketSymbol] ?? '0';
}

function quote(input: Pick<Case, 'from' | 'to' | 'rateMode'>, claimed: Decimal): PairData {
  return market.desk.quote(
    { instrumentFromSlug: input.from, instrumentToSlug: input.to, rateMode: input.rateMode, claimedDepositAmount: claimed },
    market.clock.now,
  );
}

/** Returns the amount of a size, in instrumentFrom. */
function claimedOf(input: Case): Decimal {
  const least = minimumOf(input);
  const most = amount('19000').div(amount(usd(input.from)));
  // Sizes are spread over orders of magnitude.
  const ratio = Math.max(1, Number(most.div(amount(least)).toString()));
  const chosen = amount(least).times(amount((ratio ** input.size).toFixed(6)));
  const limited = chosen.gt(most) ? most : chosen;
  return roundToDecimal(limited, 6, 'up');
}

function minimumOf(input: Case): Decimal {
  try {
    quote(input, '0.00000001');
  } catch (error) {
    if (error instanceof ApiError) return String(error.details?.['expected']);
    throw error;
  }
  throw new Error('There is no minimum');
}

async function answer(made: MadeOrder, wanted: Case['answer']): Promise<void> {
  const { attention } = await readOrder(host, made);
  const isOffered = (action: AttentionAction): boolean => attention?.actions.includes(action) === true;
  if (wanted === null || !isOffered(wanted)) return;
  const { orderId } = made.order;
  const { offer, refundAmount = '0', networkFee } = await host.orders.refundInfo(orderId);
  const authority = { orderToken: made.token, clientAddress: null };
  if (wanted === 'ACCEPT') {
    const wish = { orderId, destinationAddress: made.destination, quoteId: offer?.quoteId ?? '' };
    await host.orders.acceptRateModeChange(wish, authority);
  } else {
    const wish = { orderId, destinationAddress: made.destination, refundAmount, claimedNetworkFee: networkFee };
    await host.orders.requestRefund(wish, authority);
  }
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
  const { from, to, rateMode } = input;
  const [source, target] = [host.chain(COINS[from]), host.chain(COINS[to])];
  market.fees.useHistory(
    input.hasHistory ? new Map(Object.entries(COINS).map(([slug, network]) => [slug, amount(USUAL_FEES[network])])) : new Map(),
  );
  await pass(0);
  await setFees({ [COINS[from]]: '1', [COINS[to]]: '1' });
  const claimed = claimedOf(input);
  const made = await makeOrder(
    { ...host, desk: { ...host.desk, ...market.desk } },
    { from, to, rateMode, amount: claimed, destination: ADDRESSES[COINS[to]], refund: REFUND_ADDRESSES[COINS[from]] },
  );
  const paid = roundToDecimal(amount(claimed).times(amount(input.share)), 6, 'up');
  for (let step = 0; step < STEPS; step += 1) {
    await setFees({ [COINS[to]]: input.feesTo[step] ?? '1', [COINS[from]]: input.feesFrom[step] ?? '1' });
    if (step === 1) source.pay({ address: made.order.depositAddress, memo: made.order.depositAddressMemo ?? null }, from, paid);
    const [down = 0, up = 0] = input.outage;
    const isOut = step >= down && step < up && COINS[from] !== COINS[to];
    target.mode = isOut ? (input.isRefundedByOperator ? 'refuse' : 'down') : 'up';
    await pass(MINUTE / 2);
    await answer(made, input.answer);
    if (step === 5 && input.isRefundedByOperator)
      await runOperator(host, 'refund', made.order.orderId, REFUND_ADDRESSES[COINS[from]]);
  }
  target.mode = 'up';
  // The fees stay where they are for more than a day, and fall then.
  for (let hours = 0; hours < 32; hours += 8) {
    await pass(8 * HOUR);
    await answer(made, input.answer);
  }
  await setFees({ [COINS[from]]: '1', [COINS[to]]: '1' });
  const { orderId } = made.order;
  const isOver = async () => {
    const order = await findOrder(host.database, orderId);
    return order !== undefined && ENDED.includes(order.status);
  };
  for (let rounds = 0; rounds < 10 && !(await isOver()); rounds += 1) await pass(4 * HOUR);
  for (let rounds = 0; rounds < 3; rounds += 1) await pass(8 * HOUR);
  const accounts = Object.entries(await ledgerAccounts(host, orderId)).map(([name, value]) => {
    const [account = '', slug = ''] = name.split(' ');
    return { account, slug, usd: toDecimal(amount(value).times(amount(usd(slug)))) };
  });
  const balance = (isMeant: (one: { account: string; slug: string }) => boolean): Decimal =>
    sum(accounts.filter(isMeant).map((one) => one.usd));
  return {
    status: (await findOrder(host.database, orderId))?.status ?? '',
    value: toDecimal(amount(paid).times(amount(usd(from)))),
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
