import { compare } from '../../contract/money.ts';
import { listDeposits, updateDeposit } from '../db/repositories/deposits.ts';
import { findOrder } from '../db/repositories/orders.ts';
import { findOutboxRow, listOutboxRows, updateUnsentOutboxRow } from '../db/repositories/outbox.ts';
import { deleteReservation } from '../db/repositories/treasury.ts';
import type { OrderRow, OutboxRow } from '../db/tables/orders.ts';
import { sameAddress, splitAddress, validateAddress, validateMemo } from '../instruments/addresses/index.ts';
import { gatewayOf, instrumentOf, networkOf } from '../orders/core/context.ts';
import { ownDeposits, totalAmount } from '../orders/core/depositRules.ts';
import { openExtras } from '../orders/lifecycle/extraDeposits.ts';
import { reverseJournal } from '../orders/core/ledger.ts';
import { amend, applyTransition } from '../orders/core/machine.ts';
import { isUnsent, nextKey, type OperatorContext, type Outcome } from './operator.ts';
import { sendId } from '../orders/core/outbox.ts';

/** Where a refund goes, by the word of an operator. */
interface Place {
  address: string;
  memo: string | null;
}

const NOTHING: Outcome = { done: [], left: [] };

/**
 * Gives back to `place` what is held for an order, where nobody else can: the customer lost his token and named no
 * address, a payout is held or fails, something came besides. A refund that is decided already goes elsewhere only when
 * it is named itself (`REFUND:…`): its customer may have chosen the address. Only what can not be on its way is
 * turned round; the worker does the rest, with today's fee. An address is meant for one network, and on another one of
 * the same family it may be nobody's: what was paid on another than the order's goes back only when that is named last of
 * `words`, and then nothing else does. Throws ConcurrentUpdateError when the order was written meanwhile, and what the network
 * throws that is asked.
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
  // To our own deposit address it would only come back.
  if (!order || !own || sameAddress(own, address, own, order.deposit_address)) return NOTHING;
  const memo = words.length === 0 ? null : words.join(' ');
  // Where addresses are shared by their memos nothing of an order lies on another network: all words are its memo.
  if (!refund && memo !== null && own.memoName === null) {
    if (!context.catalogue.networks.has(memo))
      return { done: [], left: [`${own.slug} has no memos, and ${memo} is no network.`] };
    return { done: await releaseExtras(context, order.id, memo, { address, memo: null }), left: [] };
  }
  const wrong = wrongMemo(context, refund?.instrument ?? order.instrument_from, address, memo);
  if (wrong !== null) return { done: [], left: [wrong] };
  if (refund) {
    const isDone = await redirectRefund(context, refund, { address, memo });
    return isDone ? { done: [`${refund.id} goes to this address.`], left: [] } : NOTHING;
  }
  const place: Place = { address, memo };
  const sends = await listOutboxRows(context.database, order.id);
  const done: string[] = [];
  if (order.status === 'DECISION_NEEDED' && (await answerForCustomer(context, order, place))) {
    done.push('The order is refunded instead of asking its customer.');
  }
  const payout = sends.find(({ id }) => id === sendId({ kind: 'PAYOUT' }, order));
  if (order.status === 'PAYING_OUT' && payout && (await cancelPayout(context, order, payout, place))) {
    done.push('The payout is cancelled, and the deposit goes back.');
  }
  done.push(...(await releaseExtras(context, order.id, order.network_from, place)));
  return { done, left: await describeElsewhere(context, order) };
}

/**
 * Why the words after an address can't be the memo of a refund in this coin, and what to say instead; null where they can.
 * A network is named after an address elsewhere: as a memo it would send the money to nobody's account.
 */
function wrongMemo(context: OperatorContext, instrument: string, address: string, memo: string | null): string | null {
  if (memo === null) return null;
  const network = networkOf(context, instrument);
  const { slug, memoName } = network;
  if (memoName === null) return `${slug} has no memos. Say it again with the address alone.`;
  const again = `Say it again with the address alone, or with its ${memoName}.`;
  const named = memo.split(' ').find((word) => context.catalogue.networks.has(word.toLowerCase()));
  if (named !== undefined) return `On ${slug} what follows the address is the ${memoName}, and ${named} is a network. ${again}`;
  const { memo: carried } = splitAddress(network, address);
  if (carried !== null && carried !== memo) return `The address carries another ${memoName}. ${again}`;
  return validateMemo(network, memo) ? null : `${memo} is no ${memoName} of ${slug}. ${again}`;
}

/** What lies on other networks, of which nobody was told where it goes: one sentence for each. */
async function describeElsewhere({ database }: OperatorContext, order: OrderRow): Promise<string[]> {
  const elsewhere = openExtras(order, await listDeposits(database, order.id)).filter(
    (deposit) => deposit.booked_at !== null && deposit.refund_address === null && deposit.network !== order.network_from,
  );
  return [...Map.groupBy(elsewhere, ({ network }) => network)].map(([network, there]) => {
    const coins = [...Map.groupBy(there, ({ instrument }) => instrument)];
    const sums = coins.map(([instrument, deposits]) => `${totalAmount(deposits)} ${instrument}`);
    return `Left on ${network}: ${sums.join(', ')}. It goes back when that network is named.`;
  });
}

function isAddressFor(context: OperatorContext, instrument: string, { address }: Place): boolean {
  return validateAddress(networkOf(context, instrument), instrumentOf(context, instrument), address, context.catalogue).valid;
}

/** As if the deadline were over: the worker asks for the fee and refunds. */
async function answerForCustomer(context: OperatorContext, order: OrderRow, place: Place): Promise<boolean> {
  if (!isAddressFor(context, order.instrument_from, place)) return false;
  await amend(context.database, order, {
    refund_address: place.address,
    refund_memo: place.memo,
    decision_deadline: context.now(),
  });
  return true;
}

/**
 * Whether the network's fee would eat the whole deposit now. Known here of coins that pay their own fee; what becomes of
 * others says the order itself (REFUND_BLOCKED).
 */
async function isDust(context: OperatorContext, order: OrderRow): Promise<boolean> {
  const fee = await gatewayOf(context, order.network_from).estimateFee(order.instrument_from);
  if (fee.instrumentSlug !== order.instrument_from) return false;
  return compare(totalAmount(ownDeposits(order, await listDeposits(context.database, order.id))), fee.amount) <= 0;
}

/**
 * PAYING_OUT → REFUND_REQUESTED: what the pricing wrote is written back, and no other payout can have this order's id.
 * So not when nothing could come back: a payout can be tried again, a cancelled one can not.
 */
async function cancelPayout(context: OperatorContext, order: OrderRow, payout: OutboxRow, place: Place): Promise<boolean> {
  if (!isAddressFor(context, order.instrument_from, place) || !(await isUnsent(context, payout))) return false;
  if (await isDust(context, order)) return false;
  return await context.database.transaction().execute(async (transaction) => {
    if (!(await updateUnsentOutboxRow(transaction, payout, { state: 'CANCELLED' }))) return false;
    await applyTransition(transaction, order, 'payoutCancelled', context.now(), {
      refund_address: place.address,
      refund_memo: place.memo,
      refund: null,
    });
    // It is undecided again what becomes of them.
    for (const deposit of await listDeposits(transaction, order.id)) {
      if (deposit.role === 'ORDER') await updateDeposit(transaction, deposit, { role: null });
    }
    await deleteReservation(transaction, order.id);
    for (const journal of ['exchange', 'payout']) {
      await reverseJournal(transaction, `${journal}:${order.id}`, order.id, context.now());
    }
    return true;
  });
}

/** A refund that waits for a person, or goes nowhere, is sent elsewhere; above a cap it still has to be released. */
async function redirectRefund(context: OperatorContext, refund: OutboxRow, place: Place): Promise<boolean> {
  if (refund.kind !== 'REFUND') return false;
  if (!isAddressFor(context, refund.instrument, place) || !(await isUnsent(context, refund))) return false;
  const to = splitAddress(networkOf(context, refund.instrument), place.address);
  return await updateUnsentOutboxRow(context.database, refund, {
    to_address: to.address,
    memo: place.memo ?? to.memo,
    idempotency_key: nextKey(refund),
    ...(refund.state !== 'HELD' && { state: 'PENDING', reason: null, attempts: 0, not_before: 0 }),
  });
}

/** What came besides on a network goes back at the worker's next round; where the order's own money goes is not touched. */
async function releaseExtras(context: OperatorContext, orderId: string, network: string, place: Place): Promise<string[]> {
  const order = await findOrder(context.database, orderId);
  if (!order) return [];
  const extras = openExtras(order, await listDeposits(context.database, orderId)).filter(
    (deposit) => deposit.booked_at !== null && deposit.network === network && isAddressFor(context, deposit.instrument, place),
  );
  if (extras.length === 0) return [];
  await context.database.transaction().execute(async (transaction) => {
    // Nobody may have given them back meanwhile.
    await amend(transaction, order, {});
    const told = { role: 'EXTRA', refund_at: context.now(), refund_address: place.address, refund_memo: place.memo } as const;
    for (const deposit of extras) await updateDeposit(transaction, deposit, told);
  });
  return extras.map(
    ({ amount, instrument, tx_hash }) => `${amount} ${instrument} of ${tx_hash} goes back, unless the fee would eat it.`,
  );
}
