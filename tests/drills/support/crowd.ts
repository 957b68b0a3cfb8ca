import { setTimeout as wait } from 'node:timers/promises';
import { add, compare } from '../../../contract/money.ts';
import { normaliseAddress } from '../../../server/instruments/addresses/index.ts';
import { untilQuiet } from '../../support/untilQuiet.ts';
import { live, networkOf, type Life, type Plan, type World } from './customer.ts';
import type { Exchange } from './exchange.ts';

/** Exit code of `npm run reconcile`: something could not be read. */
const NOT_CHECKED = 2;
const MOST_AGAIN = 5;
const AGAIN_MS = 5_000;

interface Crowd {
  atOnce: number;
  /** Called when the order is created, from when on a fault can affect it. */
  onMade(plan: Plan): void;
  onEnd(plan: Plan): void;
}

/** Runs the planned swaps, `atOnce` at a time. Returns those that ended and complains about the others. */
export async function liveAll(world: World, plans: Iterator<Plan, void>, { atOnce, onMade, onEnd }: Crowd): Promise<Life[]> {
  const lives: Life[] = [];
  const work = async (): Promise<void> => {
    for (let next = plans.next(); !next.done; next = plans.next()) {
      const plan = next.value;
      try {
        lives.push(await live(world, plan, onMade));
      } catch (error) {
        world.complain(
          `customer ${plan.number} (${plan.from} to ${plan.to}): ${error instanceof Error ? error.message : String(error)}`,
        );
      }
      onEnd(plan);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return lives;
}

/**
 * Compares the swaps with the transfers on the networks: each got one payout or one refund of the amount in its order, and
 * never both. Then runs `npm run reconcile`. Returns one sentence per difference.
 */
export async function judgeLives(exchange: Exchange, lives: readonly Life[]): Promise<string[]> {
  const broken: string[] = [];
  for (const { plan, order } of lives) {
    const paid = await transfersTo(exchange, plan.to, plan.destinationAddress);
    const refunded = await transfersTo(exchange, plan.from, plan.refundAddress);
    const isRefunded = order.orderEvents.some(({ kind }) => kind === 'REFUND_COMPLETED');
    const [due, wrong] = isRefunded ? [refunded, paid] : [paid, refunded];
    const wanted = (isRefunded ? order.refunds : order.withdrawals).map((one) => one.amount);
    const [one, ...more] = due;
    const isRight = one !== undefined && more.length === 0 && wanted.length === 1 && compare(one, wanted[0] ?? '0') === 0;
    if (!isRight || wrong.length > 0) {
      const sides = `paid out ${paid.join(' + ') || 'nothing'}, refunded ${refunded.join(' + ') || 'nothing'}`;
      broken.push(
        `order ${order.orderId} should have been ${isRefunded ? 'refunded' : 'paid'} ${wanted.join(' + ')} once: ${sides}`,
      );
    }
  }
  return [...broken, ...(await judgeBooks(exchange))];
}

/** Returns the amount of every transfer to the address on its network. */
export async function transfersTo({ database, real }: Exchange, instrument: string, address: string): Promise<string[]> {
  const network = networkOf(instrument);
  if (real && network.slug === real.slug) return await real.receivedBy(address);
  const rows = await database
    .selectFrom('chain_transfers')
    .select('amount')
    .where('network', '=', network.slug)
    .where('to_address', '=', normaliseAddress(network, address))
    .execute();
  return rows.map((row) => add(row.amount, '0'));
}

/** Returns the differences that `npm run reconcile` finds, and those that the hosts reported during the drill. */
export async function judgeBooks(exchange: Exchange): Promise<string[]> {
  await untilQuiet(exchange.database);
  let { code, output } = await exchange.reconcile();
  // A host's own run that began during a fault may still store what it could not read.
  for (let again = 0; code === NOT_CHECKED && again < MOST_AGAIN; again += 1) {
    await wait(AGAIN_MS);
    ({ code, output } = await exchange.reconcile());
  }
  const said = code === 0 ? [] : [`reconcile ended with ${code}:\n${output.trim()}`];
  return [...said, ...(await exchange.books.judge())];
}
