import { setTimeout as wait } from 'node:timers/promises';
import type { Order } from '../../contract/api/orders.ts';
import { defineDrill } from './defineDrill.ts';
import type { DrillWorld } from './drill.ts';
import { callApi, Refusal } from './support/callApi.ts';
import { create, ownerOf, pay, persist, planLife, referenceOf, untilTheEnd, type Life, type Plan } from './support/customer.ts';
import { judgeLives } from './support/judgeLives.ts';

const AT_ONCE = 20;
const HEAD_START_MS = 12;
/** One side has not won yet: so much longer is its head start at each try */
const MORE_MS = 10;
/** Of so many times as many tries at most */
const MOST = 6;

/** Two tabs decide at the same moment, one to continue and one for the refund, over two servers: one wins, once (D7). */
export const racesDrill = defineDrill({
  name: 'races',
  summary: (races) => `two tabs accept and refund the same order at once, ${races} races; on PostgreSQL over two servers`,
  size: { full: 100, short: 3 },
  // Only there two servers race.
  shortDatabase: 'postgres',
  hosts: ({ postgres }) => [postgres ? 2 : 1],
  practise: race,
});

async function race(world: DrillWorld): Promise<void> {
  const { count, random, log, complain } = world;
  const lives: Life[] = [];
  const won = { ACCEPT: 0, REFUND: 0 };
  let begun = 0;
  let raced = 0;
  // Until both have won: when one side always wins, the other is never seen to lose.
  const isWanted = (): boolean => raced < count || won.ACCEPT === 0 || won.REFUND === 0;
  /** Where one side always wins, the other gets ahead of it, more and more: both must be seen to lose. */
  const headStarts = (): Record<Side, number> => {
    const more = Math.max(0, begun - count) * MORE_MS;
    return { ACCEPT: won.ACCEPT === 0 ? more : 0, REFUND: won.REFUND === 0 ? more : 0 };
  };
  const work = async (): Promise<void> => {
    while (isWanted() && begun < MOST * count) {
      // Pays too much for a fixed rate, and so is asked.
      const plan: Plan = { ...planLife(begun, random), rateMode: 'FIXED', share: '1.04' };
      begun += 1;
      const order = await create(world, plan);
      await pay(world, plan, order);
      const outcome = await decideTwice(world, plan, order, headStarts());
      if (outcome === null) continue;
      const { winner, isRace } = outcome;
      if (isRace) {
        won[winner] += 1;
        raced += 1;
      }
      const end = await untilTheEnd(world, { ...plan, whenAsked: winner }, order);
      lives.push({ plan, order: end });
      const isRefunded = end.orderEvents.some(({ kind }) => kind === 'REFUND_COMPLETED');
      if (isRefunded !== (winner === 'REFUND')) complain(`order ${order.orderId}: ${winner} won, and the other happened`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, AT_ONCE) }, work));
  log(`${raced} races; continuing won ${won.ACCEPT} times, the refund ${won.REFUND} times`);
  if (isWanted()) complain(`after ${begun} tries only ${raced} races; ${won.ACCEPT} : ${won.REFUND}`);
  await judgeLives(world, lives);
}

interface Outcome {
  winner: Side;
  /** Both got as far as deciding. The numbers of the loser may have changed before, and then there was nothing to lose. */
  isRace: boolean;
}
type Side = 'ACCEPT' | 'REFUND';

/** Both at once, each to a server of its own. Gives who won; null, with a complaint, when it was not exactly one. */
async function decideTwice(world: DrillWorld, plan: Plan, made: Order, ahead: Record<Side, number>): Promise<Outcome | null> {
  const { random } = world;
  const [reference, client] = [referenceOf(made), ownerOf(plan)];
  await persist(world, async (url) => {
    const { attention } = await callApi(url, 'orders.publicInfo', reference, client);
    // Tried again until both ways are offered, or the patience is over.
    if (attention?.actions.length !== 2) throw new Error(`Order ${made.orderId} is not asked`);
  });
  for (;;) {
    const { offer, refundAmount, networkFee } = await persist(world, async (url) => {
      const {
        offer: rate,
        refundAmount: refunded,
        ...info
      } = await callApi(url, 'orders.refundInfo', { orderId: made.orderId }, client);
      // While the market has no price to offer, the customer waits.
      if (!rate || refunded === undefined) throw new Error(`Order ${made.orderId} offers nothing to decide between`);
      return { ...info, offer: rate, refundAmount: refunded };
    });
    const [one, other] = [world.exchange.anyUrl(), world.exchange.anyUrl()];
    const accept = () => callApi(one, 'orders.acceptRateModeChange', { ...reference, quoteId: offer.quoteId }, client);
    const agreed = { refundAmount, claimedNetworkFee: networkFee };
    const refund = () => callApi(other, 'orders.requestRefund', { ...reference, ...agreed }, client);
    // Within some milliseconds of each other, and either may be the first.
    const [accepted, refunded] = await Promise.all([
      outcome(after(random.between(0, HEAD_START_MS) + ahead.REFUND, accept), made.orderId),
      outcome(after(random.between(0, HEAD_START_MS) + ahead.ACCEPT, refund), made.orderId),
    ]);
    const winner = accepted === DONE ? 'ACCEPT' : 'REFUND';
    const [first, loser] = accepted === DONE ? [accepted, refunded] : [refunded, accepted];
    // The numbers changed between asking and answering: both tabs would be asked again.
    if (first === CHANGED && loser === CHANGED) continue;
    if (first === DONE && loser === CHANGED) return { winner, isRace: false };
    if (first === DONE && loser === LOST) return { winner, isRace: true };
    world.complain(`order ${made.orderId}: not one winner and one loser (accept: ${accepted}, refund: ${refunded})`);
    return null;
  }
}

async function after<Value>(milliseconds: number, work: () => Promise<Value>): Promise<Value> {
  await wait(milliseconds);
  return await work();
}

/** The kinds of event that record a customer's decision, one of which the winner of a race has written. */
const DECIDED: readonly string[] = ['RATE_MODE_CHANGE_ACCEPTED', 'REFUND_REQUESTED'];
const DONE = 'done';
const CHANGED = 'ERR_RATE_CHANGED';
const LOST = 'ERR_NOT_ACCEPTABLE with the order as it is now';

/** The loser must be told what has become of the order (D7): that it was decided. */
async function outcome(call: Promise<Order>, orderId: string): Promise<string> {
  try {
    await call;
    return DONE;
  } catch (error) {
    if (!(error instanceof Refusal)) return String(error);
    const { code, details } = error;
    const order =
      typeof details === 'object' && details !== null && 'order' in details ? (details.order as Partial<Order>) : null;
    const isDecided = order?.orderId === orderId && order.orderEvents?.some(({ kind }) => DECIDED.includes(kind));
    return code === 'ERR_NOT_ACCEPTABLE' && isDecided === true ? LOST : code;
  }
}
