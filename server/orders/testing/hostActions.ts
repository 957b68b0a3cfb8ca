import { findOrder } from '../../db/repositories/orders.ts';
import type { OrderStatus } from '../../../contract/order.ts';
import { reconcile } from '../../reconcile/reconcile.ts';
import type { Difference } from '../../reconcile/difference.ts';
import { runOperatorCommand } from '../../operator/runOperatorCommand.ts';
import type { MadeOrder, OrderHost } from './orderHost.ts';

/** Longer than any delay between two attempts. */
export const MAX_RETRY_DELAY_MS = 11 * 60_000;

/** Mines two blocks per network and runs a worker round, `rounds` times. */
export async function mineAndTick(host: OrderHost, networks: readonly string[], rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const network of networks) host.chain(network).mine(2);
    await host.tick();
  }
}

/** Returns the differences that reconciliation finds now. */
export async function reconcileNow(host: OrderHost): Promise<Difference[]> {
  return (await reconcile(host.context, { settleMs: 0, checks: 1 })).differences;
}

/** Runs an operator command and returns its output. */
export async function runOperator(host: OrderHost, ...words: string[]): Promise<string> {
  return await runOperatorCommand({ ...host.context, operatorFile: '' }, words);
}

export async function readStatus(host: OrderHost, made: MadeOrder): Promise<OrderStatus | undefined> {
  return (await findOrder(host.database, made.order.orderId))?.status;
}

/** Returns how many payments an address has received. */
export function countReceived(host: OrderHost, network: string, address: string): number {
  return host.chain(network).receivedBy(address).length;
}
