import { setTimeout as wait } from 'node:timers/promises';
import type { Order } from '../../contract/api/orders.ts';
import type { PairData } from '../../contract/api/rates.ts';
import { FIXED_RATE_LOCK_MS, FLOATING_DEPOSIT_WINDOW_MS, QUOTE_VALID_MS } from '../../contract/limits.ts';
import { compare } from '../../contract/money.ts';
import { minimumWithoutConsent } from '../../server/orders/calls/reprice.ts';
import { defineDrill } from './defineDrill.ts';
import type { DrillWorld } from './drill.ts';
import { callApi, Refusal } from './support/callApi.ts';
import { clientOf, orderOf, pay, persist, planLife, untilTheEnd, type Life, type Plan } from './support/customer.ts';
import { judgeLives } from './support/judgeLives.ts';

const DAY_MS = 86_400_000;
const CLOCKS_OFF_BY: readonly [number, ...number[]] = [-400 * DAY_MS, -3 * DAY_MS, -60_000, 60_000, 3 * DAY_MS, 400 * DAY_MS];

/** Customers whose clocks are wrong by days, in either direction, to the ends of their swaps: nothing goes by the time that a client says. */
export const clockDrill = defineDrill({
  name: 'clock',
  summary: (swaps) =>
    `${swaps} swaps of clients whose clocks are wrong, from a minute to more than a year: the same quotes, orders, deadlines and ends`,
  size: { full: 40, short: 6 },
  databases: ['sqlite'],
  practise: async (world) => {
    const { count, random, log } = world;
    const observing = {
      ...world,
      observe: (plan: Plan, order: Order, askedAt: number) => judgeTimes(world, plan, order, askedAt),
    };
    const clocks = random.shuffle(CLOCKS_OFF_BY);
    const plans = Array.from({ length: count }, (_, number): Plan => {
      return { ...planLife(number, random), clockOffMs: clocks[number % clocks.length] ?? DAY_MS };
    });
    const lives = await Promise.all(plans.map((plan) => swapWithClock(observing, plan)));
    log(`${lives.length} swaps have ended`);
    await judgeLives(world, lives);
  },
});

const offOf = ({ clockOffMs = 0 }: Plan): string => `with a clock off by ${clockOffMs / 60_000} minutes`;

/** Complains unless a promise to a customer is kept. */
const sayFor =
  ({ complain }: DrillWorld, plan: Plan) =>
  (isKept: boolean, promise: string): void => {
    if (!isKept) complain(`${offOf(plan)}: ${promise}`);
  };

async function swapWithClock(world: DrillWorld, plan: Plan): Promise<Life> {
  const say = sayFor(world, plan);
  let pair = await quote(world, plan);
  if (!world.isShort && (plan.clockOffMs ?? 0) < 0) {
    // By a clock that is behind the quote is good for long yet.
    await wait(QUOTE_VALID_MS + 1_000);
    const late = await create(world, plan, pair).catch((error: unknown) => error);
    const isAsked = late instanceof Refusal && late.code === 'ERR_RATE_CHANGED';
    say(
      isAsked || isNoWorse(late, pair, plan.rateMode),
      `a quote whose time is over is no promise: it asks, or gives no less than ${pair.amountToGet}; ${said(late)}`,
    );
    pair = await quote(world, plan);
  }
  const order = await create(world, plan, pair);
  const again = await create(world, plan, pair);
  if (plan.rateMode === 'FIXED') say(order.amountToGet === pair.amountToGet, 'the quote is honoured to the digit');
  say(again.orderId === order.orderId, 'the same idempotency key gives the same order');
  await pay(world, plan, order);
  const end = await untilTheEnd(world, plan, order);
  world.log(`${offOf(plan)}: ${end.orderEvents.at(-1)?.kind ?? 'nothing'}`);
  return { plan, order: end };
}

const quote = async (world: DrillWorld, plan: Plan): Promise<PairData> => {
  const { from: instrumentFromSlug, to: instrumentToSlug, rateMode, amount: claimedDepositAmount } = plan;
  const query = { instrumentFromSlug, instrumentToSlug, rateMode, exchangeType: 'crypto', claimedDepositAmount } as const;
  return await persist(world, (url) => callApi(url, 'rates.one', query, clientOf(plan)));
};

/** Says the time of its clock wherever a client may. */
async function create(world: DrillWorld, plan: Plan, pair: PairData): Promise<Order> {
  const theirTime = new Date(Date.parse(pair.updatedAt ?? '') + (plan.clockOffMs ?? 0)).toISOString();
  const input = { ...orderOf(plan, { ...pair, updatedAt: theirTime, validUntil: theirTime }), legacyOrderId: theirTime };
  const idempotencyKey = `${theirTime.replaceAll(/\W/g, '-')}-${plan.number}`;
  return await persist(world, (url) => callApi(url, 'orders.create', input, { ...clientOf(plan), idempotencyKey }));
}

const said = (answer: unknown): string => (answer instanceof Error ? answer.message : JSON.stringify(answer).slice(0, 300));

/** A fixed rate may only be better than the shown one; a floating one may be a little worse without asking (D4). */
function isNoWorse(made: unknown, { amountToGet: shown }: PairData, rateMode: Plan['rateMode']): boolean {
  if (typeof made !== 'object' || made === null || !('amountToGet' in made) || typeof made.amountToGet !== 'string') return false;
  return compare(made.amountToGet, rateMode === 'FIXED' ? shown : minimumWithoutConsent(shown)) >= 0;
}

/** What every answer says of time is the server's, and what is left of a deadline is a difference of two such times. */
function judgeTimes(world: DrillWorld, plan: Plan, order: Order, askedAt: number): void {
  const say = sayFor(world, plan);
  const [now, created, expires] = [Date.parse(order.serverTime), Date.parse(order.createdAt), Date.parse(order.expiresAt)];
  const lock = plan.rateMode === 'FIXED' ? FIXED_RATE_LOCK_MS : FLOATING_DEPOSIT_WINDOW_MS;
  say(expires - created === lock, `the time for the deposit is ${lock} ms and not ${expires - created}`);
  say(askedAt <= now && now <= Date.now(), 'the answer carries the time of the server, so its countdown is true');
  say(!order.isExpired, 'the order is not expired');
  const times = order.orderEvents.flatMap(({ createdAt }) => (createdAt === undefined ? [] : [Date.parse(createdAt)]));
  say(times.length > 0 && times.every((at) => at >= created && at <= now), 'each event has a time between creation and now');
}
