import { setTimeout as wait } from 'node:timers/promises';
import type { Order } from '../../contract/api/orders.ts';
import { howMany, type Drill, type DrillOptions } from './drill.ts';
import { callApi, Refusal } from './support/callApi.ts';
import { judgeLives } from './support/crowd.ts';
import { clientOf, create, pay, persist, planLives, untilTheEnd, type Life, type Plan, type World } from './support/customer.ts';
import { openExchange } from './support/exchange.ts';
import { onEachDatabase } from './support/onEachDatabase.ts';
import { createRandom, type Random } from './support/random.ts';
import { deadlineOf } from './support/throughFaults.ts';

const FULL = 100;
const SHORT = 5;
const AT_ONCE = 20;
const HEAD_START_MS = 6;

/** Two tabs decide at the same moment, one to continue and one for the refund, over two servers: one wins, once (D7). */
export const racesDrill: Drill = {
  summary: `two tabs accept and refund the same order at once, ${FULL} races; on PostgreSQL over two servers`,
  run: async (options) =>
    await onEachDatabase(inShort(options), async (name, databaseUrl) => {
      const exchange = await openExchange({ databaseUrl, processes: databaseUrl === null ? 1 : 2 });
      try {
        const broken = new Set<string>();
        const complain = (complaint: string): void => void broken.add(complaint);
        return await race(options, { exchange, deadline: deadlineOf(options), complain }, name, broken);
      } finally {
        await exchange.close();
      }
    }),
};

/** In short only where two servers race. */
const inShort = ({ database, isShort }: DrillOptions): Pick<DrillOptions, 'database'> => ({
  database: isShort ? (database ?? 'postgres') : database,
});

async function race(options: DrillOptions, world: World, name: string, broken: Set<string>): Promise<string[]> {
  const count = howMany(options, { full: FULL, short: SHORT });
  options.log(`${name}: ${count} races`);
  // Each pays too much for a fixed rate, so each is asked.
  const random = createRandom(options.seed);
  const plans = planLives(count, random).map((plan): Plan => ({ ...plan, rateMode: 'FIXED', share: '1.04' }));
  const lives: Life[] = [];
  const won = { ACCEPT: 0, REFUND: 0 };
  const work = async (): Promise<void> => {
    for (let plan = plans.shift(); plan; plan = plans.shift()) {
      const token = `token-${plan.number}`.padEnd(43, 'x');
      const order = await create(world, plan, token);
      await pay(world, plan, order);
      const winner = await decideTwice(world, plan, order, token, random);
      if (winner === null) continue;
      won[winner] += 1;
      lives.push({ plan, token, order: await untilTheEnd(world, { ...plan, whenAsked: winner }, order, token) });
      const isRefunded = lives.at(-1)?.order.orderEvents.some(({ kind }) => kind === 'REFUND_COMPLETED') ?? false;
      if (isRefunded !== (winner === 'REFUND')) world.complain(`order ${order.orderId}: ${winner} won, and the other happened`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  options.log(`${name}: continuing won ${won.ACCEPT} times, the refund ${won.REFUND} times`);
  return [...broken, ...(await judgeLives(world.exchange, lives))];
}

/** Both at once, each to a server of its own. Gives who won; null, with a complaint, when it was not exactly one. */
async function decideTwice(
  world: World,
  plan: Plan,
  made: Order,
  orderToken: string,
  random: Random,
): Promise<'ACCEPT' | 'REFUND' | null> {
  const reference = { orderId: made.orderId, destinationAddress: made.destinationAddress };
  const client = { ...clientOf(plan), orderToken };
  await persist(world, async (url) => {
    const { attention } = await callApi(url, 'orders.publicInfo', reference, client);
    // Tried again until both ways are offered, or the patience is over.
    if (attention?.actions.length !== 2) throw new Error(`Order ${made.orderId} is not asked`);
  });
  for (;;) {
    const info = await persist(world, (url) => callApi(url, 'orders.refundInfo', { orderId: made.orderId }, client));
    const { offer, refundAmount, networkFee } = info;
    if (!offer || refundAmount === undefined) throw new Error(`Order ${made.orderId} offers nothing to decide between`);
    const [one, other] = [world.exchange.anyUrl(), world.exchange.anyUrl()];
    const accept = () => callApi(one, 'orders.acceptRateModeChange', { ...reference, quoteId: offer.quoteId }, client);
    const agreed = { refundAmount, claimedNetworkFee: networkFee };
    const refund = () => callApi(other, 'orders.requestRefund', { ...reference, ...agreed }, client);
    // Within some milliseconds of each other, and either may be the first.
    const [accepted, refunded] = await Promise.all([
      outcome(after(random.between(0, HEAD_START_MS), accept)),
      outcome(after(random.between(0, HEAD_START_MS), refund)),
    ]);
    // The numbers changed between asking and answering: both tabs would be asked again.
    if (accepted === 'ERR_RATE_CHANGED' && refunded === 'ERR_RATE_CHANGED') continue;
    const answers = `accept: ${accepted}, refund: ${refunded}`;
    if (accepted === 'done' && refunded !== 'done' && isLoss(refunded)) return 'ACCEPT';
    if (refunded === 'done' && accepted !== 'done' && isLoss(accepted)) return 'REFUND';
    world.complain(`order ${made.orderId}: not one winner and one loser (${answers})`);
    return null;
  }
}

/** The loser gets the order as it now is; or was told before that the numbers had changed. */
const isLoss = (answer: string): boolean => answer === 'ERR_NOT_ACCEPTABLE' || answer === 'ERR_RATE_CHANGED';

async function after<Value>(milliseconds: number, work: () => Promise<Value>): Promise<Value> {
  await wait(milliseconds);
  return await work();
}

async function outcome(call: Promise<Order>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
}
