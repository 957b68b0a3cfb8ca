import Type from 'typebox';
import { amount, compare, sum, toDecimal, type Decimal } from '../../../contract/money.ts';
import { closed } from '../../../contract/schemas/common.ts';
import type { Executor } from '../../db/database.ts';
import { listDeposits, updateDeposit } from '../../db/repositories/deposits.ts';
import { listTrustedPrices } from '../../db/repositories/marketPrices.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { findOutboxRow, listOutboxRows, updateUnsentOutboxRow } from '../../db/repositories/outbox.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { sameRecipient, splitAddress, validateAddress } from '../../instruments/addresses/index.ts';
import type { Network } from '../../instruments/catalogue.ts';
import { instrumentOf, networkOf } from '../../instruments/lookup.ts';
import { amend } from '../../orders/core/machine.ts';
import { isOwnAddress } from '../../payments/recipients/ownAddresses.ts';
import { askPaymentTerms } from '../../payments/recipients/paymentTerms.ts';
import { nextKey } from '../../payments/outbox/nextKey.ts';
import { recordDecision } from '../../orders/core/recordDecision.ts';
import { cancelPayout, isDustOrder } from '../../orders/lifecycle/cancelPayout.ts';
import { extraRefundId, openExtras } from '../../orders/lifecycle/extraDeposits.ts';
import { ownDeposits, totalAmount } from '../../orders/rules/depositRules.ts';
import type { RefundTarget } from '../../orders/rules/refundRules.ts';
import { ownSendId } from '../../orders/core/orderSends.ts';
import { isOrderSend } from '../../orders/core/orderSends.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { defineAct, refuse, requireWritten, type Act } from './act.ts';
import { isAboveCap, isUnsent, versionOf } from './payments.ts';
import { findMemoFault } from './refundMemo.ts';

interface Destination {
  address: string;
  memo: string | null;
}

/** One part of a refund: what happens to which money. */
export type RefundStep = { amount: Decimal; instrument: string; network: string } & (
  | { kind: 'ANSWER' }
  | { kind: 'CANCEL_PAYOUT'; sendId: string }
  | { kind: 'REDIRECT'; sendId: string; isHeld: boolean }
  | { kind: 'EXTRA'; txHash: string }
);

/** Deposits on another network than the order's, which need an address of their own. */
export interface OtherNetworkDeposits {
  network: string;
  sums: { instrument: string; amount: Decimal }[];
}

/**
 * Refunds what the host holds for an order to `address`, where neither the customer nor the host can: the customer lost the order
 * pass and named no refund address, a payout is on hold or failed, or an extra deposit arrived.
 *
 * A refund that is already decided is redirected only when `target` is its own id (`REFUND:…`), because the customer may have chosen
 * its address. Only a send that has certainly not left is changed. The worker sends the refund, at the current network fee.
 *
 * An address is meant for one network. Deposits on another network than the order's are refunded only when that network is named in
 * `memoOrNetwork`, and then nothing else is. On networks with memos it is the memo. Another address than the customer's needs
 * `isReplacing` (D3). A signed decision record names the operator.
 */
const refund = defineAct({
  scope: 'orders.act',
  input: Type.Object(
    {
      /** An order, or a refund by its own id */
      target: Type.String({ minLength: 1, maxLength: 300 }),
      address: Type.String({ minLength: 1, maxLength: 300 }),
      memoOrNetwork: Type.Union([Type.String({ minLength: 1, maxLength: 300 }), Type.Null()]),
      isReplacing: Type.Boolean(),
    },
    closed,
  ),
  plan: async (context, { target, address, memoOrNetwork, isReplacing }) => {
    const decided = await findOutboxRow(context.database, target);
    const order = await findOrder(context.database, decided?.order_id ?? target);
    const own = order && networkOf(context, order.instrument_from);
    if (!order || !own) return refuse('NOTHING_TO_REFUND', NO_OTHERS);
    const lastWord = memoOrNetwork?.split(' ').at(-1) ?? '';
    const paidOn = decided ? networkOf(context, decided.instrument) : (context.catalogue.networks.get(lastWord) ?? own);
    if (await isOwnAddress(context, paidOn, address)) return refuse('OWN_ADDRESS', { address });
    // Orders of networks with memos share an address, so they have no deposits on other networks: all words are the memo.
    if (!decided && memoOrNetwork !== null && own.memoName === null) {
      if (!context.catalogue.networks.has(memoOrNetwork))
        return refuse('NO_SUCH_NETWORK', { network: own.slug, named: memoOrNetwork });
      return await planRefund(context, order, { address, memo: null }, async () => ({
        payout: null,
        answers: false,
        extras: await listExtras(context, order, memoOrNetwork, address),
      }));
    }
    const paid = networkOf(context, decided?.instrument ?? order.instrument_from);
    const fault = findMemoFault(context, paid, address, memoOrNetwork);
    if (fault !== null) return refuse('WRONG_MEMO', { fault, network: paid.slug, memoName: paid.memoName, memo: memoOrNetwork });
    const destination: Destination = { address, memo: memoOrNetwork };
    if (decided) return await planRedirect(context, order, decided, destination);
    if (!isReplacing && order.refund_address !== null && !isGiven(own, order, destination))
      return refuse('OTHER_ADDRESS', { given: order.refund_address });
    return await planRefund(context, order, destination, async () => {
      const isAddress = isAddressFor(context, order.instrument_from, address);
      const answers = order.status === 'DECISION_NEEDED' && isAddress;
      const payout = order.status === 'PAYING_OUT' && isAddress ? await findCancellable(context, order, address) : null;
      // A cancelled payout leaves its deposits to the refund.
      const later = payout ? { ...order, status: 'REFUND_REQUESTED' as const } : order;
      return { payout, answers, extras: await listExtras(context, later, order.network_from, address) };
    });
  },
  needsSecond: ({ isAboveCap: isLarge, isCustomersAddress }) => isLarge || !isCustomersAddress,
  movedMoney: ({ steps }) => {
    const [first] = steps;
    if (!first) return null;
    const same = steps.filter(({ instrument }) => instrument === first.instrument);
    return { amount: sum(same.map((step) => step.amount)), instrument: first.instrument };
  },
});

export const refundActs = { refund } satisfies Record<string, Act>;

const NO_OTHERS = { otherNetworks: [] as OtherNetworkDeposits[] };

interface Parts {
  /** A payout that is cancelled; its deposits are refunded */
  payout: OutboxRow | null;
  /** Whether the order's customer is answered for */
  answers: boolean;
  extras: readonly DepositRow[];
}

async function planRefund(context: OperatorContext, order: OrderRow, destination: Destination, choose: () => Promise<Parts>) {
  const deposits = await listDeposits(context.database, order.id);
  const { payout, answers, extras } = await choose();
  const own = {
    amount: totalAmount(ownDeposits(order, deposits)),
    instrument: order.instrument_from,
    network: order.network_from,
  };
  const steps: RefundStep[] = [
    ...(answers ? [{ kind: 'ANSWER' as const, ...own }] : []),
    ...(payout ? [{ kind: 'CANCEL_PAYOUT' as const, sendId: payout.id, ...own }] : []),
    ...extras.map(({ amount, instrument, network, tx_hash: txHash }) => ({
      kind: 'EXTRA' as const,
      amount,
      instrument,
      network,
      txHash,
    })),
  ];
  const isOther = extras.length > 0 && extras.every(({ network }) => network !== order.network_from);
  const otherNetworks = isOther ? [] : listOtherNetworks(order, deposits);
  if (steps.length === 0) return refuse('NOTHING_TO_REFUND', { otherNetworks });
  const { rules, facts } = await describeRefund(context, order, destination, steps);
  return {
    subject: order.id,
    effect: { orderId: order.id, ...destination, steps, otherNetworks, ...rules },
    facts,
    versions: [order.version, payout && versionOf(payout)],
    execute: async (transaction: Executor) => {
      let current = order;
      if (answers) {
        current = await amend(transaction, current, {
          refund_address: destination.address,
          refund_memo: destination.memo,
          ...knownTerms(order, destination),
          // The worker estimates the fee and refunds.
          decision_deadline: context.now(),
        });
        await recordAddress(context, transaction, order, { refundId: null, destination });
      }
      if (payout) {
        const to = {
          refund_address: destination.address,
          refund_memo: destination.memo,
          ...knownTerms(order, destination),
        };
        requireWritten(await cancelPayout(transaction, current, payout, to, context.now()), payout.id);
        current = (await findOrder(transaction, order.id)) ?? current;
        await recordAddress(context, transaction, order, { refundId: null, destination });
      }
      if (extras.length === 0) return;
      // Throws when another process changed the order: it may have refunded them.
      await amend(transaction, current, {});
      const { address: refund_address, memo: refund_memo } = destination;
      const due = { role: 'EXTRA', refund_at: context.now(), refund_address, refund_memo } as const;
      for (const deposit of extras) {
        await updateDeposit(transaction, deposit, due);
        await recordAddress(context, transaction, order, { refundId: extraRefundId(order, deposit), destination });
      }
    },
  };
}

/** Redirects a refund that has not left. A refund on hold stays on hold. */
async function planRedirect(context: OperatorContext, order: OrderRow, decided: OutboxRow, destination: Destination) {
  const isRedirectable = decided.kind === 'REFUND' && isOrderSend(decided);
  const asked = await askPaymentTerms(context, { ...decided, address: destination.address });
  if (asked === 'UNPAYABLE' || compare(decided.amount, asked.least ?? '0') < 0) return refuse('NOTHING_TO_REFUND', NO_OTHERS);
  if (!isRedirectable || !isAddressFor(context, decided.instrument, destination.address) || !(await isUnsent(context, decided)))
    return refuse('NOTHING_TO_REFUND', NO_OTHERS);
  const { id, amount, instrument, network, state } = decided;
  const step: RefundStep = { kind: 'REDIRECT', sendId: id, amount, instrument, network, isHeld: state === 'HELD' };
  const to = splitAddress(networkOf(context, instrument), destination.address);
  const { rules, facts } = await describeRefund(context, order, destination, [step]);
  return {
    subject: id,
    effect: { orderId: order.id, ...destination, steps: [step], otherNetworks: NO_OTHERS.otherNetworks, ...rules },
    facts,
    versions: [versionOf(decided)],
    execute: async (transaction: Executor) => {
      const changes = {
        to_address: to.address,
        memo: destination.memo ?? to.memo,
        idempotency_key: nextKey(decided),
        ...(state !== 'HELD' && { state: 'PENDING' as const, reason: null, attempts: 0, not_before: 0 }),
      };
      requireWritten(await updateUnsentOutboxRow(transaction, decided, changes), id);
      await recordAddress(context, transaction, order, { refundId: id, destination });
    },
  };
}

/** Returns the order's payout if it can become a refund. A payout of dust can't: nothing could be refunded. */
async function findCancellable(context: OperatorContext, order: OrderRow, address: string): Promise<OutboxRow | null> {
  const sends = await listOutboxRows(context.database, order.id);
  const payout = sends.find(({ id }) => id === ownSendId('PAYOUT', order));
  if (!payout || !(await isUnsent(context, payout)) || (await isDustOrder(context, order, address))) return null;
  return payout;
}

/** Returns the extra deposits on one network whose coin can be refunded to the address. */
async function listExtras(
  context: OperatorContext,
  order: OrderRow,
  network: string,
  address: string,
): Promise<readonly DepositRow[]> {
  return openExtras(order, await listDeposits(context.database, order.id)).filter(
    (deposit) => deposit.booked_at !== null && deposit.network === network && isAddressFor(context, deposit.instrument, address),
  );
}

function listOtherNetworks(order: OrderRow, deposits: readonly DepositRow[]): OtherNetworkDeposits[] {
  const extras = openExtras(order, deposits).filter(
    (deposit) => deposit.booked_at !== null && deposit.refund_address === null && deposit.network !== order.network_from,
  );
  return [...Map.groupBy(extras, ({ network }) => network)].map(([network, onNetwork]) => ({
    network,
    sums: [...Map.groupBy(onNetwork, ({ instrument }) => instrument)].map(([instrument, some]) => ({
      instrument,
      amount: totalAmount(some),
    })),
  }));
}

/** Returns what decides whether a second operator must approve a refund (D61), and its value now. */
async function describeRefund(
  context: OperatorContext,
  order: OrderRow,
  destination: Destination,
  steps: readonly RefundStep[],
): Promise<{ rules: { isAboveCap: boolean; isCustomersAddress: boolean }; facts: { usdValue: Decimal | null } }> {
  const prices = new Map((await listTrustedPrices(context.database)).map(({ symbol, price }) => [symbol, price]));
  const values = steps.map((step) => {
    const price = prices.get(instrumentOf(context, step.instrument).marketSymbol);
    return price === undefined ? null : toDecimal(amount(step.amount).times(amount(price)));
  });
  const known = values.filter((value) => value !== null);
  const usdValue = known.length === steps.length ? sum(known) : null;
  const isCustomersAddress = isGiven(networkOf(context, order.instrument_from), order, destination);
  return { rules: { isAboveCap: isAboveCap(context.caps, usdValue), isCustomersAddress }, facts: { usdValue } };
}

/** Returns what is known of a refund to the address (D53, D78): it is another one than the order's, or was asked before. */
function knownTerms(order: OrderRow, { address }: Destination): Pick<RefundTarget, 'refund_fee_factor' | 'refund_least'> {
  const { refund_address, refund_fee_factor, refund_least } = order;
  return address === refund_address ? { refund_fee_factor, refund_least } : { refund_fee_factor: null, refund_least: null };
}

/** Whether it is the refund address that the customer gave for the order's own network (D3). Another memo is another recipient. */
function isGiven(own: Network, { refund_address: address, refund_memo: memo }: OrderRow, destination: Destination): boolean {
  return address !== null && sameRecipient(own, destination, { address, memo });
}

function isAddressFor(context: OperatorContext, instrument: string, address: string): boolean {
  return validateAddress(networkOf(context, instrument), instrumentOf(context, instrument), address, context.catalogue).valid;
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
