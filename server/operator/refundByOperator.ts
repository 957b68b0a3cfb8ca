import type { Executor } from '../db/database.ts';
import { listDeposits, updateDeposit } from '../db/repositories/deposits.ts';
import { findOrder } from '../db/repositories/orders.ts';
import { findOutboxRow, listOutboxRows, updateUnsentOutboxRow } from '../db/repositories/outbox.ts';
import type { OrderRow } from '../db/tables/orders.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import type { Network } from '../instruments/catalogue.ts';
import { sameAddress, splitAddress, validateAddress, validateMemo } from '../instruments/addresses/index.ts';
import { instrumentOf, networkOf } from '../instruments/lookup.ts';
import { totalAmount } from '../orders/rules/depositRules.ts';
import { extraRefundId, openExtras } from '../orders/lifecycle/extraDeposits.ts';
import { amend } from '../orders/core/machine.ts';
import { isOwnAddress } from '../payments/recipients/ownAddresses.ts';
import { cancelPayout, isDustOrder } from '../orders/lifecycle/cancelPayout.ts';
import { recordDecision } from '../orders/core/recordDecision.ts';
import type { OperatorContext, Outcome } from './operatorContext.ts';
import { isUnsent, nextKey } from './operatorSends.ts';
import { isOrderSend } from '../orders/core/orderSends.ts';
import { ownSendId } from '../orders/core/orderSends.ts';

interface Destination {
  address: string;
  memo: string | null;
}

/** The word that confirms another refund address than the customer's (D3). */
const REPLACE = '--replace';

const NOTHING: Outcome = { done: [], skipped: [] };

/**
 * Refunds what the host holds for an order to `address`, where neither the customer nor the host can: the customer lost the order
 * pass and named no refund address, a payout is on hold or failed, or an extra deposit arrived.
 *
 * A refund that is already decided is redirected only when `name` is its own id (`REFUND:…`), because the customer may have chosen
 * its address. Only a send that has certainly not left is changed. The worker sends the refund, at the current network fee.
 *
 * An address is meant for one network. Deposits on another network than the order's are refunded only when that network is the
 * last of `words`, and then nothing else is. On networks with memos, `words` are the memo. Another address than the customer's needs
 * the word `--replace` (D3). A signed decision record names the operator.
 *
 * @throws ConcurrentUpdateError when another process changed the order, and whatever the gateway throws
 */
export async function refundByOperator(
  context: OperatorContext,
  name: string,
  address: string,
  words: readonly string[],
): Promise<Outcome> {
  const refund = await findOutboxRow(context.database, name);
  const order = await findOrder(context.database, refund?.order_id ?? name);
  const own = order && networkOf(context, order.instrument_from);
  if (!order || !own) return NOTHING;
  const rest = words.filter((word) => word !== REPLACE);
  const memo = rest.length === 0 ? null : rest.join(' ');
  if (await isOwnAddress(context, networkOfRefund(context, refund, rest) ?? own, address)) {
    return { done: [], skipped: [`${address} is an address of ours: the treasury's or an order's deposit address.`] };
  }
  // Orders of networks with memos share an address, so they have no deposits on other networks: all words are the memo.
  if (!refund && memo !== null && own.memoName === null) {
    if (!context.catalogue.networks.has(memo))
      return { done: [], skipped: [`${own.slug} has no memos, and ${memo} is not a network.`] };
    return { done: await releaseExtras(context, order.id, memo, { address, memo: null }), skipped: [] };
  }
  const wrong = wrongMemo(context, refund?.instrument ?? order.instrument_from, address, memo);
  if (wrong !== null) return { done: [], skipped: [wrong] };
  if (refund) {
    if (!(await redirectRefund(context, refund, { address, memo }))) return NOTHING;
    const next = refund.state === 'HELD' ? 'It is still on hold: release it.' : 'The host sends it in its next round.';
    return { done: [`${refund.id} goes to this address. ${next}`], skipped: [] };
  }
  if (replacesGiven(own, order, address) && rest.length === words.length) {
    const what = `The order's refund address is ${order.refund_address}. Only its order pass may replace it.`;
    return {
      done: [],
      skipped: [`${what} If the customer can't use that address, repeat the command with ${REPLACE} at its end.`],
    };
  }
  const destination: Destination = { address, memo };
  const sends = await listOutboxRows(context.database, order.id);
  const done: string[] = [];
  if (order.status === 'DECISION_NEEDED' && (await answerForCustomer(context, order, destination))) {
    done.push('The order no longer waits for its customer. The host refunds it in its next round.');
  }
  const payout = sends.find(({ id }) => id === ownSendId('PAYOUT', order));
  if (order.status === 'PAYING_OUT' && payout && (await turnIntoRefund(context, order, payout, destination))) {
    done.push('The payout is cancelled. The host refunds the deposit in its next round.');
  }
  done.push(...(await releaseExtras(context, order.id, order.network_from, destination)));
  return { done, skipped: await describeOtherNetworks(context, order) };
}

/** Whether the customer gave another refund address for the order's own network (D3). */
function replacesGiven(own: Network, order: OrderRow, address: string): boolean {
  return order.refund_address !== null && !sameAddress(own, address, own, order.refund_address);
}

/** Returns the network that the refund goes to where it is not the order's: that of a named refund, or the one named last. */
function networkOfRefund(context: OperatorContext, refund: OutboxRow | undefined, words: readonly string[]): Network | undefined {
  return refund ? networkOf(context, refund.instrument) : context.catalogue.networks.get(words.at(-1) ?? '');
}

/**
 * Returns why `memo` can't be the memo of a refund in this instrument, with a correction; null when it can. Rejects a network's
 * name: the operator meant the network, and as a memo it would credit the wrong account.
 */
function wrongMemo(context: OperatorContext, instrument: string, address: string, memo: string | null): string | null {
  if (memo === null) return null;
  const network = networkOf(context, instrument);
  const { slug, memoName } = network;
  if (memoName === null) return `${slug} has no memos. Repeat the command with the address only.`;
  const again = `Repeat the command with the address only, or with its ${memoName}.`;
  const named = memo.split(' ').find((word) => context.catalogue.networks.has(word.toLowerCase()));
  if (named !== undefined) return `On ${slug} the address is followed by the ${memoName}, but ${named} is a network. ${again}`;
  const { memo: carried } = splitAddress(network, address);
  if (carried !== null && carried !== memo) return `The address contains another ${memoName}. ${again}`;
  return validateMemo(network, memo) ? null : `${memo} is not a valid ${memoName} of ${slug}. ${again}`;
}

/** Lists the extra deposits on other networks that have no refund address, one sentence per network. */
async function describeOtherNetworks({ database }: OperatorContext, order: OrderRow): Promise<string[]> {
  const extras = openExtras(order, await listDeposits(database, order.id)).filter(
    (deposit) => deposit.booked_at !== null && deposit.refund_address === null && deposit.network !== order.network_from,
  );
  return [...Map.groupBy(extras, ({ network }) => network)].map(([network, onNetwork]) => {
    const coins = [...Map.groupBy(onNetwork, ({ instrument }) => instrument)];
    const sums = coins.map(([instrument, deposits]) => `${totalAmount(deposits)} ${instrument}`);
    return `Not refunded on ${network}: ${sums.join(', ')}. To refund it, run: refund ${order.id} ADDRESS ${network}`;
  });
}

function isAddressFor(context: OperatorContext, instrument: string, { address }: Destination): boolean {
  return validateAddress(networkOf(context, instrument), instrumentOf(context, instrument), address, context.catalogue).valid;
}

/** Ends the decision deadline now: the worker estimates the fee and refunds. */
async function answerForCustomer(context: OperatorContext, order: OrderRow, destination: Destination): Promise<boolean> {
  if (!isAddressFor(context, order.instrument_from, destination)) return false;
  await context.database.transaction().execute(async (transaction) => {
    await amend(transaction, order, {
      refund_address: destination.address,
      refund_memo: destination.memo,
      decision_deadline: context.now(),
    });
    await recordAddress(context, transaction, order, { refundId: null, destination });
  });
  return true;
}

/** Turns an unsent payout into a refund. A payout of dust is not cancelled: nothing could be refunded. */
async function turnIntoRefund(
  context: OperatorContext,
  order: OrderRow,
  payout: OutboxRow,
  destination: Destination,
): Promise<boolean> {
  if (!isAddressFor(context, order.instrument_from, destination) || !(await isUnsent(context, payout))) return false;
  if (await isDustOrder(context, order)) return false;
  const refund = { refund_address: destination.address, refund_memo: destination.memo };
  return await context.database.transaction().execute(async (transaction) => {
    if (!(await cancelPayout(transaction, order, payout, refund, context.now()))) return false;
    await recordAddress(context, transaction, order, { refundId: null, destination });
    return true;
  });
}

/** Redirects a refund that has not left. A refund on hold stays on hold. */
async function redirectRefund(context: OperatorContext, refund: OutboxRow, destination: Destination): Promise<boolean> {
  if (refund.kind !== 'REFUND' || !isOrderSend(refund)) return false;
  if (!isAddressFor(context, refund.instrument, destination) || !(await isUnsent(context, refund))) return false;
  const to = splitAddress(networkOf(context, refund.instrument), destination.address);
  return await context.database.transaction().execute(async (transaction) => {
    const isRedirected = await updateUnsentOutboxRow(transaction, refund, {
      to_address: to.address,
      memo: destination.memo ?? to.memo,
      idempotency_key: nextKey(refund),
      ...(refund.state !== 'HELD' && { state: 'PENDING', reason: null, attempts: 0, not_before: 0 }),
    });
    if (isRedirected) await recordAddress(context, transaction, { id: refund.order_id }, { refundId: refund.id, destination });
    return isRedirected;
  });
}

/** Signs that the operator named the refund address. */
async function recordAddress(
  context: OperatorContext,
  transaction: Executor,
  order: Pick<OrderRow, 'id'>,
  { refundId, destination }: { refundId: string | null; destination: Destination },
): Promise<void> {
  const { address: refundAddress, memo: refundAddressMemo } = destination;
  await recordDecision(context, transaction, order, { refundId, refundAddress, refundAddressMemo, by: 'OPERATOR' });
}

/** Makes the extra deposits on one network due for a refund to `destination`. The order's own money is not affected. */
async function releaseExtras(
  context: OperatorContext,
  orderId: string,
  network: string,
  destination: Destination,
): Promise<string[]> {
  const order = await findOrder(context.database, orderId);
  if (!order) return [];
  const extras = openExtras(order, await listDeposits(context.database, orderId)).filter(
    (deposit) =>
      deposit.booked_at !== null && deposit.network === network && isAddressFor(context, deposit.instrument, destination),
  );
  if (extras.length === 0) return [];
  await context.database.transaction().execute(async (transaction) => {
    // Throws when another process changed the order: it may have refunded them.
    await amend(transaction, order, {});
    const { address: refund_address, memo: refund_memo } = destination;
    const due = { role: 'EXTRA', refund_at: context.now(), refund_address, refund_memo } as const;
    for (const deposit of extras) {
      await updateDeposit(transaction, deposit, due);
      await recordAddress(context, transaction, order, { refundId: extraRefundId(order, deposit), destination });
    }
  });
  return extras.map(
    ({ amount, instrument, tx_hash }) =>
      `The host refunds ${amount} ${instrument} of ${tx_hash}, unless the network fee exceeds it.`,
  );
}
