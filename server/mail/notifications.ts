import { isPositive } from '../../contract/money.ts';
import type { ExtraDeposit } from '../../contract/schemas/orders.ts';
import type { Executor } from '../db/database.ts';
import { insertNotification } from '../db/repositories/mails/mailNotifications.ts';
import { findReadUntil } from '../db/repositories/cursors.ts';
import { listOrderEvents } from '../db/repositories/orders.ts';
import type { NotificationKind, NotificationState, OrderNotificationRow } from '../db/tables/mail.ts';
import type { OrderRow } from '../db/tables/orders.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import { shownClaims } from '../orders/calls/shownClaims.ts';
import type { OrderContext } from '../orders/core/context.ts';
import { ownDeposits } from '../orders/rules/depositRules.ts';
import { randomId } from '../common/hashing.ts';
import { loadOrderMoney, type OrderMoney } from '../orders/core/orderMoney.ts';
import { NO_USD_PRICE } from '../payments/caps.ts';
import { presentExtras } from '../orders/lifecycle/extraDeposits.ts';
import { delayOf, factsOf, isOwnSend, type StoredFacts } from '../orders/lifecycle/orderFacts.ts';
import { decideForCustomer, type Decision } from '../orders/rules/decide.ts';
import type { SendDelay } from '../orders/rules/sendDelay.ts';
import { countReorgs, depositNotification, type DepositState } from './depositNotification.ts';

/**
 * Why a transfer has not arrived. HELD: on hold (D41). RETRIED: tried again automatically. FAILED: an operator has to act.
 * DEPOSIT_REORGED: the deposit that pays for it was reorged. DEPOSIT_BLOCKED: its token blocks it.
 * BELOW_FEE: after the refund's network fee, nothing or too little to arrive is left of the deposit.
 */
export type TransferDelay = 'HELD' | 'RETRIED' | 'FAILED' | 'DEPOSIT_REORGED' | 'DEPOSIT_BLOCKED' | 'BELOW_FEE';

/** What the mail of each kind reports, besides the order. */
export interface NotificationValues extends Record<Exclude<NotificationKind, 'CONFIRM_EMAIL'>, object> {
  DEPOSIT: { depositState: DepositState };
  /** The transaction of a rejected claim, masked; null: the customer has to decide */
  ACTION_NEEDED: { claimedTransaction: string | null };
  /** `extra`: the extra deposit whose refund it is. `isValueUnknown`: on hold because its USD value is unknown (D41) */
  TRANSFER_DELAYED: {
    delay: TransferDelay;
    transfer: 'payout' | 'refund';
    extra: ExtraDeposit | null;
    isValueUnknown: boolean;
  };
  /** null: the refund of the order */
  REFUNDED: { extra: ExtraDeposit | null };
  EXTRA_DEPOSIT: { extra: ExtraDeposit };
}

/** Something that is true of an order now. */
export type OrderReport<Kind extends keyof NotificationValues = keyof NotificationValues> = {
  [One in Kind]: { kind: One; reference?: string; occurrence?: number } & NotificationValues[One];
}[Kind];

/** Something to notify an order's subscribers of, as the order is now. */
export type Notification = OrderReport & {
  reference: string;
  occurrence: number;
  /** Reports the progress of the order itself. Only the newest progress is sent. */
  isProgress: boolean;
  isSuperseded: boolean;
};

/** How long a situation has to last before it is sent: it may end soon. Milliseconds. */
const TRANSFER_DELAY_MS = 3_600_000;
const REORG_DELAY_MS = 3 * 60_000;

/** Anyone who knows an order's address can send to it as often as they like. */
const MAX_EXTRA_DEPOSITS = 10;

export type OrderHistory = OrderMoney & StoredFacts;

export async function loadOrderHistory(executor: Executor, order: Pick<OrderRow, 'id' | 'network_from'>): Promise<OrderHistory> {
  // As for the order page: events and scan time before deposits.
  const [events, scannedUntil] = await Promise.all([
    listOrderEvents(executor, order.id),
    findReadUntil(executor, order.network_from),
  ]);
  return { ...(await loadOrderMoney(executor, order.id)), events, scannedUntil };
}

/** Returns everything that is true of an order now and worth a mail. `recorded`: what its subscriber was notified of before. */
export function currentNotifications(
  context: OrderContext,
  order: OrderRow,
  history: OrderHistory,
  recorded: readonly OrderNotificationRow[],
): Notification[] {
  const decision = decideForCustomer(order, history.deposits, factsOf(context, order, history));
  const progress = progressOf(context, order, history, decision, recorded);
  const independent = [
    ...delayedTransfers(context, order, history, decision),
    ...extraDeposits(context, order, history),
    ...rejectedClaims(history),
  ];
  const base = { reference: '', occurrence: 0 };
  return [
    ...progress.map((one) => ({ ...base, ...one, isProgress: true, isSuperseded: one !== progress.at(-1) })),
    ...independent.map((one) => ({ ...base, ...one, isProgress: false, isSuperseded: false })),
  ];
}

/** Whether a row records this notification. */
export function isRecordOf(row: OrderNotificationRow, { kind, reference, occurrence }: Notification): boolean {
  return row.kind === kind && row.reference === reference && row.occurrence === occurrence;
}

/** Records a notification for a subscriber, once. A situation that may end soon is queued with its delay. */
export async function recordNotification(
  executor: Executor,
  subscriptionId: string,
  notification: Notification,
  state: NotificationState,
  now: number,
): Promise<void> {
  const { kind, reference, occurrence } = notification;
  await insertNotification(executor, {
    id: randomId(),
    subscription_id: subscriptionId,
    kind,
    reference,
    occurrence,
    code: null,
    state,
    not_before: now + delayMs(notification),
    created_at: now,
  });
}

function delayMs(notification: Notification): number {
  if (notification.kind === 'DEPOSIT' && notification.depositState === 'REORGED') return REORG_DELAY_MS;
  return notification.kind === 'TRANSFER_DELAYED' && notification.delay !== 'HELD' ? TRANSFER_DELAY_MS : 0;
}

/** The progress of the order itself, newest last. */
function progressOf(
  context: OrderContext,
  order: OrderRow,
  { deposits, sends, events }: OrderHistory,
  decision: Decision,
  recorded: readonly OrderNotificationRow[],
): OrderReport[] {
  const progress: OrderReport[] = [];
  const deposit = depositNotification(context, order, deposits, decision, recorded);
  if (deposit) progress.push({ kind: 'DEPOSIT', ...deposit });
  for (const send of sends) if (isOwnSend(order, send) && send.state === 'HELD') progress.push(...delayedTransfer(context, send));
  // A decision about a reorged deposit has no effect.
  if (order.status === 'DECISION_NEEDED' && ownDeposits(order, deposits).length > 0) {
    // A new decision is requested only after one was accepted, or after the deposit was reorged. The deadline may move meanwhile.
    const accepted = events.filter(({ kind }) => kind === 'RATE_MODE_CHANGE_ACCEPTED').length;
    const occurrence = accepted + countReorgs(recorded);
    progress.push({ kind: 'ACTION_NEEDED', claimedTransaction: null, reference: order.decision_reason ?? '', occurrence });
  }
  if (order.status === 'COMPLETED') progress.push({ kind: 'PAID_OUT' });
  if (order.status === 'REFUNDED') progress.push({ kind: 'REFUNDED', extra: null });
  return progress;
}

/** Late payouts and refunds of the order itself. Holds are part of its progress. */
function delayedTransfers(context: OrderContext, order: OrderRow, { sends }: OrderHistory, decision: Decision): OrderReport[] {
  const late = sends.filter((send) => isOwnSend(order, send) && send.state !== 'HELD');
  const delayed: OrderReport[] = late.flatMap((send) => delayedTransfer(context, send));
  if ('wait' in decision && decision.wait === 'REFUND_BLOCKED') {
    const delay = 'BELOW_FEE';
    delayed.push({ kind: 'TRANSFER_DELAYED', reference: delay, delay, transfer: 'refund', extra: null, isValueUnknown: false });
  }
  return delayed;
}

const DELAYS: Record<SendDelay, TransferDelay> = {
  PAYOUT_HELD: 'HELD',
  PAYOUT_DELAYED: 'RETRIED',
  PAYOUT_FAILED: 'FAILED',
  DEPOSIT_REORGED: 'DEPOSIT_REORGED',
  DEPOSIT_BLOCKED: 'DEPOSIT_BLOCKED',
};

/** A transfer that is retried may fail afterwards, and one that failed may be retried: each is sent once. */
function delayedTransfer(
  context: OrderContext,
  send: OutboxRow,
  extra: ExtraDeposit | null = null,
): OrderReport<'TRANSFER_DELAYED'>[] {
  const reason = delayOf(context, send);
  if (reason === null) return [];
  const delay = DELAYS[reason];
  const transfer = send.kind === 'PAYOUT' ? 'payout' : 'refund';
  const isValueUnknown = send.reason === NO_USD_PRICE;
  return [{ kind: 'TRANSFER_DELAYED', reference: `${send.id} ${delay}`, delay, transfer, extra, isValueUnknown }];
}

/** Extra deposits with their confirmations, unless the network fee takes all of the refund. */
function extraDeposits(context: OrderContext, order: OrderRow, { deposits, sends }: OrderHistory): OrderReport[] {
  return presentExtras(context, order, deposits, sends)
    .filter(({ state, refundAmount }) => state !== 'CONFIRMING' && (refundAmount === null || isPositive(refundAmount)))
    .slice(0, MAX_EXTRA_DEPOSITS)
    .flatMap((extra): OrderReport[] => {
      const { depositTxHash, depositIndex, instrument, state } = extra;
      const row = deposits.find(
        (one) => one.tx_hash === depositTxHash && one.transfer_index === depositIndex && one.instrument === instrument.slug,
      );
      if (!row) return [];
      const facts = { reference: `${instrument.slug} ${depositTxHash} ${depositIndex}`, extra };
      if (state === 'HERE') return [{ kind: 'EXTRA_DEPOSIT', ...facts }];
      if (state === 'REFUNDED') return [{ kind: 'REFUNDED', ...facts }];
      const refund = sends.find(({ id }) => id === row.refund_id);
      return refund ? delayedTransfer(context, refund, extra) : [];
    });
}

/** An accepted claim needs no mail of its own: its deposit is reported. */
function rejectedClaims({ claims }: OrderHistory): OrderReport[] {
  const rejected = shownClaims(claims).filter(({ state }) => state === 'REJECTED');
  return rejected.map(({ txHash }) => ({ kind: 'ACTION_NEEDED', reference: txHash, claimedTransaction: txHash }));
}
