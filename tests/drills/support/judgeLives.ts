import { setTimeout as wait } from 'node:timers/promises';
import { add, compare } from '../../../contract/money.ts';
import { normaliseAddress } from '../../../server/instruments/addresses/index.ts';
import { untilQuiet } from '../../support/untilQuiet.ts';
import { networkOf, type Life, type World } from './customer.ts';
import type { Exchange } from './exchange.ts';

/** Exit code of `npm run reconcile`: something could not be read. */
const NOT_CHECKED = 2;
const MOST_AGAIN = 5;
const AGAIN_MS = 5_000;

/**
 * Compares the swaps with the transfers on the networks: each got one payout or one refund of the amount in its order, and
 * never both. Then judges the books.
 */
export async function judgeLives(world: World, lives: readonly Life[]): Promise<void> {
  const { exchange, complain } = world;
  for (const { plan, order } of lives) {
    const paid = await transfersTo(exchange, plan.to, plan.destinationAddress);
    const refunded = await transfersTo(exchange, plan.from, plan.refundAddress);
    const isRefunded = order.orderEvents.some(({ kind }) => kind === 'REFUND_COMPLETED');
    const [due, wrong] = isRefunded ? [refunded, paid] : [paid, refunded];
    const wanted = (isRefunded ? order.refunds : order.withdrawals).map((one) => one.amount);
    const [one, ...more] = due;
    const isRight = one !== undefined && more.length === 0 && wanted.length === 1 && compare(one, wanted[0] ?? '0') === 0;
    if (isRight && wrong.length === 0) continue;
    const sides = `paid out ${paid.join(' + ') || 'nothing'}, refunded ${refunded.join(' + ') || 'nothing'}`;
    complain(`order ${order.orderId} should have been ${isRefunded ? 'refunded' : 'paid'} ${wanted.join(' + ')} once: ${sides}`);
  }
  await judgeBooks(world);
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

/** Complains of the differences that `npm run reconcile` finds, and of those that the hosts reported during the drill. */
export async function judgeBooks({ exchange, complain }: World): Promise<void> {
  await untilQuiet(exchange.database);
  let { code, output } = await exchange.reconcile();
  // A host's own run that began during a fault may still store what it could not read.
  for (let again = 0; code === NOT_CHECKED && again < MOST_AGAIN; again += 1) {
    await wait(AGAIN_MS);
    ({ code, output } = await exchange.reconcile());
  }
  if (code !== 0) complain(`reconcile ended with ${code}:\n${output.trim()}`);
  for (const finding of await exchange.books.judge()) complain(finding);
}
