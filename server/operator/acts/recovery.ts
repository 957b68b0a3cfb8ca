import Type from 'typebox';
import { compare } from '../../../contract/money.ts';
import { closed } from '../../../contract/schemas/common.ts';
import type { Executor } from '../../db/database.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { findOutboxRow } from '../../db/repositories/outbox.ts';
import {
  explainTransaction,
  findRecovery,
  findTreasuryTransaction,
} from '../../db/repositories/recovery/treasuryTransactions.ts';
import { UNSENT_STATES, type OutboxRow } from '../../db/tables/payments.ts';
import type { RecoveryTable, TreasuryTransactionTable } from '../../db/tables/recovery.ts';
import { splitAddress } from '../../instruments/addresses/index.ts';
import { networkOf } from '../../instruments/lookup.ts';
import { gatewayOf } from '../../ports/chain/gatewayOf.ts';
import { amountsLeft, bookLeft } from '../../recovery/amountsLeft.ts';
import { undoRefund } from '../../orders/lifecycle/undoRefund.ts';
import { ownSendId } from '../../orders/core/orderSends.ts';
import { placesOf, prepareAdoption } from '../../recovery/adoptPayments.ts';
import { findPossiblePayments } from '../../recovery/possiblePayments.ts';
import { transactionOf } from '../../payments/listedTransaction.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { defineAct, refuse, requireWritten, type Act, type Refusal } from './act.ts';
import { versionOf } from './payments.ts';

const Slug = Type.String({ minLength: 1, maxLength: 100 });
const Listed = { network: Slug, position: Type.Integer({ minimum: 0 }) };
const Note = Type.String({ minLength: 1, maxLength: 1_000 });

interface Found {
  recovery: RecoveryTable;
  found: TreasuryTransactionTable;
}

/** Returns a listed transaction that nobody has explained, or why there is none. */
async function findUnexplained(
  { database }: OperatorContext,
  listed: { network: string; position: number },
): Promise<Found | Refusal<'NOT_IN_RECOVERY' | 'NOT_LISTED' | 'EXPLAINED'>> {
  const recovery = await findRecovery(database, listed.network);
  if (!recovery) return refuse('NOT_IN_RECOVERY');
  const found = await findTreasuryTransaction(database, listed);
  if (!found) return refuse('NOT_LISTED');
  return found.explanation === null ? { recovery, found } : refuse('EXPLAINED');
}

/**
 * Records that a transfer of a listed transaction is an unsent payment to its recipient. Another amount is booked as our capital. Of an order
 * that is being refunded, it may be the payout: then the refund becomes a payout on hold, which the host adopts in its next round (D75).
 */
const adopt = defineAct({
  scope: 'orders.act',
  input: Type.Object({ ...Listed, sendId: Type.String({ minLength: 1, maxLength: 300 }) }, closed),
  plan: async (context, { sendId, ...listed }) => {
    const unexplained = await findUnexplained(context, listed);
    if ('refused' in unexplained) return unexplained;
    const { found } = unexplained;
    const send = await findOutboxRow(context.database, sendId);
    if (send?.kind === 'REFUND') {
      const undone = await planPaidOut(context, found, send);
      if (undone) return undone;
    }
    if (!send || send.network !== listed.network || send.from_index !== null) return refuse('NO_PAYMENT');
    const [place] = placesOf(context, found, send);
    if (place === undefined) return refuse('OTHER_RECIPIENT');
    if (!UNSENT_STATES.includes(send.state)) return refuse('NOT_UNSENT');
    const write = await prepareAdoption(context, gatewayOf(context, listed.network), found, [{ place, send }]);
    const transfer = transactionOf(found).transfers[place];
    if (!write || !transfer) return refuse('NOT_UNSENT');
    const { instrument, amount, to_address: address } = send;
    return {
      subject: sendId,
      effect: {
        ...listed,
        sendId,
        txHash: found.tx_hash,
        instrument,
        address,
        amount,
        paid: transfer.amount,
        endsRefund: false,
      },
      versions: [versionOf(send)],
      execute: write,
    };
  },
  // Who adopts another amount changes what the books say that we own.
  needsSecond: ({ amount, paid, endsRefund }) => endsRefund || compare(amount, paid) !== 0,
});

/** Returns the plan for a transaction that paid out the order of an unsent refund; null if it paid nothing to its destination. */
async function planPaidOut(context: OperatorContext, found: TreasuryTransactionTable, refund: OutboxRow) {
  const order = await findOrder(context.database, refund.order_id ?? '');
  // A payout that was cancelled for the refund keeps its id.
  if (order?.status !== 'REFUNDING' || order.settlement !== null || refund.id !== ownSendId('REFUND', order)) return null;
  const { id, network_to: network, instrument_to: instrument } = order;
  const to = splitAddress(networkOf(context, instrument), order.destination_address);
  const payout = {
    network,
    instrument,
    to_address: to.address,
    memo: order.destination_memo ?? to.memo,
    amount: order.amount_to_get,
  };
  const [place] = network === found.network ? placesOf(context, found, payout) : [];
  const paid = place === undefined ? undefined : transactionOf(found).transfers[place]?.amount;
  if (paid === undefined) return null;
  if (!UNSENT_STATES.includes(refund.state)) return refuse('NOT_UNSENT');
  return {
    subject: id,
    effect: {
      network: found.network,
      position: found.position,
      sendId: refund.id,
      txHash: found.tx_hash,
      instrument,
      address: order.destination_address,
      amount: paid,
      paid,
      endsRefund: true,
    },
    versions: [versionOf(refund), order.version],
    execute: async (transaction: Executor) => requireWritten(await undoRefund(context, transaction, { order, refund, paid }), id),
  };
}

/**
 * Records that a listed transaction paid no customer except for the payments that it was matched with: it is the operator's own spending,
 * or a loss. What left is booked as capital that was taken out. While it may have paid another payment or an open order, `isNoPayment` must
 * say that it did not: that one would be paid again.
 */
const explain = defineAct({
  scope: 'treasury',
  input: Type.Object(
    { ...Listed, explanation: Type.Enum(['OWN', 'LOSS']), note: Note, isNoPayment: Type.Optional(Type.Boolean()) },
    closed,
  ),
  plan: async (context, { explanation, note, isNoPayment = false, ...listed }) => {
    const unexplained = await findUnexplained(context, listed);
    if ('refused' in unexplained) return unexplained;
    const { found } = unexplained;
    const { sends, orders } = await findPossiblePayments(context, found);
    const possible = [...sends, ...orders];
    if (possible.length > 0 && !isNoPayment) return refuse('MAY_BE_PAYMENT', { possible });
    const left = amountsLeft(context, found);
    return {
      subject: `${listed.network} ${listed.position}`,
      effect: { ...listed, txHash: found.tx_hash, explanation, left, possible },
      versions: [],
      reason: note,
      execute: async (transaction, operator) => {
        const at = context.now();
        const explained = { explanation, explained_by: operator, explained_at: at } as const;
        requireWritten(await explainTransaction(transaction, found, explained), found.tx_hash);
        await bookLeft(context, transaction, left, `${note} (${found.tx_hash})`);
      },
    };
  },
  needsSecond: () => true,
});

export const recoveryActs = { adopt, explain } satisfies Record<string, Act>;
