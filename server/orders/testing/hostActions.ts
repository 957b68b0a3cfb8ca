import type { ApiError } from '../../../contract/errors.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import type { OrderStatus } from '../../../contract/order.ts';
import { reconcile, type Reconciliation } from '../../reconcile/reconcile.ts';
import type { Difference } from '../../reconcile/difference.ts';
import { runOperatorCommand } from '../../operator/cli/runOperatorCommand.ts';
import { makeOrder, type MadeOrder, type OrderHost, type OrderOptions } from './orderHost.ts';

/** Longer than any delay between two attempts. */
export const MAX_RETRY_DELAY_MS = 11 * 60_000;

/** Mines blocks on each network and runs a worker round, `rounds` times. */
export async function mineAndTick(host: OrderHost, networks: readonly string[], rounds: number, blocks = 2): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const network of networks) host.chain(network).mine(blocks);
    await host.tick();
  }
}

/** Returns the error of a refused call. Fails when the call succeeds. */
export async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  return await call.then(
    () => {
      throw new Error('The call was not refused.');
    },
    (error: ApiError) => error,
  );
}

/** Creates an order of 0.1 BTC for USDT, pays it, and completes it. */
export async function completeOrder(host: OrderHost, wanted: Pick<OrderOptions, 'rateMode'> = {}): Promise<MadeOrder> {
  const made = await makeOrder(host, wanted);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await mineAndTick(host, ['bitcoin', 'tron'], 5);
  return made;
}

/** Runs a reconciliation, of everything or of what has changed since the last one. */
export async function checkBooks(host: OrderHost, isFull = true): Promise<Reconciliation> {
  return await reconcile(host.context, { isFull, settleMs: 0, checks: 1 });
}

/** Returns the differences that reconciliation finds now. */
export async function reconcileNow(host: OrderHost): Promise<Difference[]> {
  return (await checkBooks(host)).differences;
}

/** Runs an operator command and returns its output. */
export async function runOperator(host: Pick<OrderHost, 'context'>, ...words: string[]): Promise<string> {
  return await runOperatorCommand({ ...host.context, operatorFile: '' }, words);
}

export async function readStatus(host: OrderHost, made: MadeOrder): Promise<OrderStatus | undefined> {
  return (await findOrder(host.database, made.order.orderId))?.status;
}

/** Returns how many payments an address has received. */
export function countReceived(host: OrderHost, network: string, address: string): number {
  return host.chain(network).receivedBy(address).length;
}
