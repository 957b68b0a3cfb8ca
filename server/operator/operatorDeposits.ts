import { listDepositClaims } from '../db/repositories/depositClaims.ts';
import { findOrder } from '../db/repositories/orders.ts';
import { attribute, findUnattributedDeposits, rejectClaim } from '../orders/calls/claimDeposit.ts';
import { isOurAddressOn, isWatched } from '../orders/calls/claimWrongNetwork.ts';
import { recordLateDeposits } from '../orders/deposits/recordDeposits.ts';
import type { OperatorContext } from './operatorContext.ts';

/**
 * Attributes a deposit without a memo to an order (D6). `transfer` is the transaction hash, followed by `#index` when several of
 * its transfers are unattributed. Returns the result as text.
 *
 * @throws ConcurrentUpdateError
 */
export async function attributeDeposit(context: OperatorContext, transfer: string, orderId: string): Promise<string> {
  const order = await findOrder(context.database, orderId);
  if (!order) return `There is no order ${orderId}.`;
  const [txHash = '', index] = transfer.split('#');
  const found = await findUnattributedDeposits(context, order, txHash);
  const deposits = found.filter((deposit) => index === undefined || String(deposit.transfer_index) === index);
  const [deposit] = deposits;
  if (!deposit) return `${transfer} is not an unattributed deposit at the address of order ${orderId}.`;
  if (deposits.length > 1) {
    const choices = deposits.map((one) => `${txHash}#${one.transfer_index} ${one.amount}`).join(', ');
    return `The transaction has several unattributed transfers. Name one: ${choices}`;
  }
  if (deposit.booked_at === null) return `${transfer} does not have enough confirmations yet. Try again later.`;
  if (!(await attribute(context, order, deposit))) return `${transfer} was attributed to another order in the meantime.`;
  return `${deposit.amount} ${deposit.instrument} is now a deposit of order ${orderId}. The host processes it in its next round.`;
}

/**
 * Scans for payments to an order's address from a block on. The host itself stops watching a week after an order ended (D6),
 * and never watches the address on `network` when that is not the order's own. Returns the result as text.
 *
 * @throws ConcurrentUpdateError, and whatever the gateway throws
 */
export async function findLateDeposits(
  context: OperatorContext,
  orderId: string,
  fromBlock: number,
  network?: string,
): Promise<string> {
  const order = await findOrder(context.database, orderId);
  if (!order) return `There is no order ${orderId}.`;
  const isOwn = network === undefined || network === order.network_from;
  if (isOwn && isWatched(order, context.now())) return 'The host still watches the address of this order: nothing to do.';
  const gateway = context.gateways.get(network ?? order.network_from);
  if (!gateway) return `${network ?? order.network_from} is not connected.`;
  if (!isOwn && !(await isOurAddressOn(context, order, gateway)))
    return `The deposit address of this order is not ours on ${gateway.networkSlug}.`;
  const { count, readTo, failure, isBlind } = await recordLateDeposits(context, gateway, order, fromBlock);
  if (readTo === null) return `Block ${fromBlock} does not have enough confirmations yet: no block was scanned.`;
  return [
    `Confirmed payments to this order in blocks ${fromBlock} to ${readTo}: ${count}. All of them are recorded now.`,
    ...(isBlind ? ['Internal transfers in old blocks could not be read. Repeat this with an archive node.'] : []),
    ...(failure === null ? [] : [`Then the network failed (${failure}): continue from block ${readTo + 1}.`]),
  ].join(' ');
}

/** Rejects an order's held claims of a transaction. Returns how many. Throws ConcurrentUpdateError. */
export async function rejectClaims(context: OperatorContext, txHash: string, orderId: string): Promise<number> {
  let rejected = 0;
  for (const claim of await listDepositClaims(context.database, orderId)) {
    if (claim.tx_hash !== txHash) continue;
    const isDone = await context.database.transaction().execute((transaction) => rejectClaim(transaction, claim, context.now()));
    if (isDone) rejected += 1;
  }
  return rejected;
}
