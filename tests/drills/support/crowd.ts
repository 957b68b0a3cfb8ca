import { add, compare } from '../../../contract/money.ts';
import { normaliseAddress } from '../../../server/instruments/addresses/index.ts';
import { untilQuiet } from '../../support/untilQuiet.ts';
import { live, networkOf, type Life, type Plan, type World } from './customer.ts';
import type { Exchange } from './exchange.ts';

interface Crowd {
  atOnce: number;
  /** The order is there; from now on something can happen to it. */
  onMade(plan: Plan): void;
  onEnd(plan: Plan): void;
}

/** Lives so many swaps at a time until all are over; gives those that ended, and says which did not. */
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
 * What the networks themselves say of the lives: each one got its payout or its refund, one transfer of just what the
 * order says, and never both. Then the books: `npm run reconcile` must agree. Gives what is broken.
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

/** Sums nothing: every transfer to the address, as the network has it. */
async function transfersTo({ database }: Exchange, instrument: string, address: string): Promise<string[]> {
  const network = networkOf(instrument);
  const rows = await database
    .selectFrom('chain_transfers')
    .select('amount')
    .where('network', '=', network.slug)
    .where('to_address', '=', normaliseAddress(network, address))
    .execute();
  return rows.map((row) => add(row.amount, '0'));
}

/** `npm run reconcile` must agree, and so must what the hosts said of their books, all the time and at the end. */
export async function judgeBooks(exchange: Exchange): Promise<string[]> {
  await untilQuiet(exchange.database);
  const { code, output } = await exchange.reconcile();
  const said = code === 0 ? [] : [`reconcile ended with ${code}:\n${output.trim()}`];
  return [...said, ...(await exchange.books.judge())];
}
