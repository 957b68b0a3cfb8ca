import { FIXED_RATE_LOCK_MS } from '../../contract/limits.ts';
import { howMany, type Drill } from './drill.ts';
import { callApi } from './support/callApi.ts';
import { clientOf, orderOf, planLives, type Plan } from './support/customer.ts';
import { openExchange, type Exchange } from './support/exchange.ts';
import { createRandom } from './support/random.ts';

const DAY_MS = 86_400_000;
const FULL = 20;
const SHORT = 6;
const CLOCKS_OFF_BY: readonly [number, ...number[]] = [-400 * DAY_MS, -3 * DAY_MS, -60_000, 60_000, 3 * DAY_MS, 400 * DAY_MS];
/** What a request may take on a busy machine. */
const PATIENCE_MS = 30_000;

/** Clients whose clocks are wrong by days, in either direction: nothing of an order goes by the time that a client says. */
export const clockDrill: Drill = {
  summary: `${FULL} clients whose clocks are wrong, from a minute to more than a year: the same quotes, orders and deadlines`,
  run: async (options) => {
    const exchange = await openExchange({ databaseUrl: null, processes: 1 });
    try {
      const broken: string[] = [];
      const random = createRandom(options.seed);
      const plans = planLives(howMany(options, { full: FULL, short: SHORT }), random).map((plan): Plan => ({
        ...plan,
        rateMode: 'FIXED',
      }));
      for (const plan of plans) {
        const offBy = random.pick(CLOCKS_OFF_BY);
        options.log(`clock: a client that is ${Math.abs(offBy) / 60_000} minutes ${offBy < 0 ? 'behind' : 'ahead'}`);
        broken.push(...(await swapWithClock(exchange, plan, offBy)));
      }
      return broken;
    } finally {
      await exchange.close();
    }
  },
};

async function swapWithClock(exchange: Exchange, plan: Plan, offBy: number): Promise<string[]> {
  const url = exchange.anyUrl();
  const theirTime = new Date(Date.now() + offBy);
  const headers = { date: theirTime.toUTCString(), 'if-modified-since': theirTime.toUTCString() };
  const client = { ...clientOf(plan), headers };
  const pair = await callApi(
    url,
    'rates.one',
    {
      instrumentFromSlug: plan.from,
      instrumentToSlug: plan.to,
      rateMode: plan.rateMode,
      exchangeType: 'crypto',
      claimedDepositAmount: plan.amount,
    },
    client,
  );
  const input = orderOf(plan, { ...pair, updatedAt: theirTime.toISOString() }, 'x'.repeat(43));
  const keyed = { ...client, idempotencyKey: `clock-${plan.number}-${offBy}` };
  const order = await callApi(url, 'orders.create', input, keyed);
  const again = await callApi(url, 'orders.create', input, keyed);

  const broken: string[] = [];
  const say = (isKept: boolean, promise: string): void => {
    if (!isKept) broken.push(`with a clock off by ${offBy / 60_000} minutes: ${promise}`);
  };
  const lock = Date.parse(order.expiresAt) - Date.parse(order.createdAt);
  say(order.amountToGet === pair.amountToGet, 'the quote is honoured to the digit');
  say(lock === FIXED_RATE_LOCK_MS, `the rate is locked for ${FIXED_RATE_LOCK_MS} ms and not ${lock}`);
  say(again.orderId === order.orderId, 'the same idempotency key gives the same order');
  say(Math.abs(Date.parse(order.serverTime) - Date.now()) < PATIENCE_MS, 'the answer carries the time of the server');
  say(!order.isExpired, 'the order is not expired');
  return broken;
}
