import Type from 'typebox';
import { sum } from '../../../contract/money.ts';
import { closed } from '../../../contract/schemas/common.ts';
import { isInRecovery } from '../../db/repositories/recovery/recoveries.ts';
import { listPricedPayouts } from '../../db/repositories/operator/pricedPayouts.ts';
import { findOutboxRow, updateOutboxRow, updateUnsentOutboxRow } from '../../db/repositories/outbox.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { isOrderSend } from '../../orders/core/orderSends.ts';
import { nextKey } from '../../payments/outbox/nextKey.ts';
import { gatewayOf } from '../../ports/chain/gatewayOf.ts';
import { cancelSend } from '../../withdrawals/endWithdrawal.ts';
import { isRestored, isUntried } from '../../withdrawals/presentWithdrawal.ts';
import { REFUSED_BY_OPERATOR } from '../../withdrawals/withdrawalBooks.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { defineAct, refuse, requireWritten, type Act, type MovedMoney } from './act.ts';
import { describePayment, isPaymentToCustomer, isUnsent, mayHaveLeft, versionOf } from './payments.ts';

const SendId = Type.String({ minLength: 1, maxLength: 300 });
const Send = Type.Object({ sendId: SendId }, closed);

type Changes = Parameters<typeof updateOutboxRow>[2];

/** Returns the plan that updates a row of the outbox; `facts` are added to the effect. */
async function planUpdate<Facts extends object>(context: OperatorContext, send: OutboxRow, changes: () => Changes, facts: Facts) {
  return {
    subject: send.id,
    effect: { ...(await describePayment(context, send)), ...facts },
    versions: [versionOf(send)],
    execute: async (transaction: Parameters<typeof updateOutboxRow>[0]) =>
      requireWritten(await updateOutboxRow(transaction, send, changes()), send.id),
  };
}

const movedMoney = ({ amount, instrument }: MovedMoney): MovedMoney => ({ amount, instrument });

/** Releases a payment to a customer that is on hold (D41). A withdrawal still waits as long as D60 says. */
const release = defineAct({
  scope: 'orders.act',
  input: Send,
  plan: async (context, { sendId }) => {
    const send = await findOutboxRow(context.database, sendId);
    if (send?.state !== 'HELD') return refuse('NOT_HELD');
    // It may have left, or been stopped, since the backup that was restored.
    if (isRestored(send)) return refuse('WAITS_FOR_CUSTOMER');
    const changes = (): Changes => ({
      state: 'PENDING',
      reason: null,
      not_before: Math.max(send.not_before, context.now()),
      ...(send.kind === 'WITHDRAWAL' && { overridden_at: context.now() }),
    });
    return await planUpdate(context, send, changes, {});
  },
  needsSecond: ({ isAboveCap }) => isAboveCap,
  movedMoney,
});

/**
 * Retries a payment to a customer at once. A REFUSED or PENDING send keeps its idempotency key. A FAILED send gets a new key, but
 * only after the network confirms again that the old one failed, and while all that left the treasury is in the books: another host with
 * the same seed may have made the payment. If the network reports anything else, the host monitors the old send (MONITORED).
 */
const retry = defineAct({
  scope: 'orders.act',
  input: Send,
  plan: async (context, { sendId }) => {
    const send = await findOutboxRow(context.database, sendId);
    if (!isPaymentToCustomer(send)) return refuse('NOTHING_TO_RETRY');
    if (send.state === 'REFUSED' || (send.state === 'PENDING' && send.attempts > 0))
      return await planUpdate(context, send, () => ({ not_before: 0 }), { outcome: 'RETRIED' as const });
    if (send.state !== 'FAILED') return refuse('NOTHING_TO_RETRY');
    if (await mayHaveLeft(context, send.network)) return refuse('MAY_HAVE_LEFT');
    const { state } = await gatewayOf(context, send.network).sendState(send.idempotency_key);
    if (state !== 'failed') {
      const monitored = { state: 'SENT', reason: null, not_before: 0, attempts: 0 } as const;
      return await planUpdate(context, send, () => monitored, { outcome: 'MONITORED' as const });
    }
    const reset = { state: 'PENDING', tx_hash: null, sent_at: null, attempts: 0 } as const;
    const changes = (): Changes => ({ ...reset, not_before: context.now(), idempotency_key: nextKey(send) });
    return await planUpdate(context, send, changes, { outcome: 'RETRIED' as const });
  },
  movedMoney,
});

/**
 * Lets a payout or refund leave without checking that its deposits are still on chain. The operator has checked them, or accepts
 * the loss.
 */
const override = defineAct({
  scope: 'orders.act',
  input: Send,
  plan: async (context, { sendId }) => {
    const send = await findOutboxRow(context.database, sendId);
    const isWaiting = send?.state === 'REFUSED' || send?.state === 'PENDING';
    if (!isPaymentToCustomer(send) || !isOrderSend(send) || !isWaiting) return refuse('NOT_WAITING');
    return await planUpdate(context, send, () => ({ overridden_at: context.now(), not_before: 0 }), {});
  },
  needsSecond: () => true,
  movedMoney,
});

/** Records what an operator did about a payout or refund of which less arrived than was sent. */
const settle = defineAct({
  scope: 'orders.act',
  input: Type.Object({ sendId: SendId, note: Type.String({ minLength: 1, maxLength: 1_000 }) }, closed),
  plan: async (context, { sendId, note }) => {
    const send = await findOutboxRow(context.database, sendId);
    if (!isPaymentToCustomer(send) || send.arrived_amount === null || send.arrival_note !== null) return refuse('NOT_SHORT');
    const facts = { arrived: send.arrived_amount, note };
    return { ...(await planUpdate(context, send, () => ({ arrival_note: note }), facts)), reason: note };
  },
});

/** Cancels a withdrawal that has not left, and returns the whole amount to the customer's balance. */
const cancel = defineAct({
  scope: 'orders.act',
  input: Send,
  plan: async (context, { sendId }) => {
    const send = await findOutboxRow(context.database, sendId);
    if (send?.kind !== 'WITHDRAWAL' || (await isInRecovery(context.database, send.network))) return refuse('NOT_CANCELLABLE');
    if (!isUntried(send) && !(await isUnsent(context, send))) return refuse('NOT_CANCELLABLE');
    return {
      ...(await planUpdate(context, send, () => ({}), {})),
      execute: async (transaction) =>
        requireWritten(await cancelSend(transaction, send, REFUSED_BY_OPERATOR, context.now()), send.id),
    };
  },
});

/** Hold reason: an operator holds what was priced in a period. */
const HELD_BY_OPERATOR = 'OPERATOR_HOLD';
const Time = Type.String({ format: 'date-time' });

/**
 * Holds the payouts that were priced between two times, such as while a price was wrong, and that were certainly not tried. Each of
 * them then needs `release`. Stop payouts first: what leaves between plan and act changes the plan.
 */
const hold = defineAct({
  scope: 'switches',
  input: Type.Object({ from: Time, to: Time }, closed),
  plan: async ({ database }, { from, to }) => {
    const period = { from: Date.parse(from), to: Date.parse(to) };
    const payouts = (await listPricedPayouts(database, period)).filter(isUntried);
    if (payouts.length === 0) return refuse('NOTHING_TO_HOLD');
    return {
      subject: 'payouts',
      effect: { from, to, payouts: payouts.length, usdValue: sum(payouts.map((one) => one.usd_value ?? '0')) },
      versions: payouts.map(versionOf),
      execute: async (transaction) => {
        for (const payout of payouts) {
          const held = { state: 'HELD', reason: HELD_BY_OPERATOR } as const;
          requireWritten(await updateUnsentOutboxRow(transaction, payout, held), payout.id);
        }
      },
    };
  },
});

export const sendActs = { hold, release, retry, override, settle, cancel } satisfies Record<string, Act>;
