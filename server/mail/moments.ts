import type { MailKind, MailOutboxTable, MailState } from '../db/tables/mail.ts';
import type { OrderRow, OutboxRow } from '../db/tables/orders.ts';
import { sendId } from '../orders/outbox.ts';

/** What a customer is told of an order. */
export type MomentKind = Exclude<MailKind, 'CONFIRM'>;

export interface Moment {
  kind: MomentKind;
  /** Tells one decision or hold from the next; empty for what happens once. */
  occasion: string;
}

/**
 * What is true of an order now, the newest last: that is what is told, and what it has overtaken is not any more. Only its
 * own payout and refund count: the mails' words are about these, and a deposit that came besides (D6) overtakes nothing.
 */
export function momentsOf(order: OrderRow, sends: readonly OutboxRow[]): Moment[] {
  const moments: Moment[] = [];
  if (order.first_deposit_at !== null) moments.push({ kind: 'DEPOSIT_SEEN', occasion: '' });
  const own = new Set([sendId({ kind: 'PAYOUT' }, order), sendId({ kind: 'REFUND' }, order)]);
  const held = sends.filter(({ id, state }) => own.has(id) && state === 'HELD');
  for (const { id } of held) moments.push({ kind: 'PAYOUT_HELD', occasion: id });
  if (order.status === 'DECISION_NEEDED') {
    moments.push({ kind: 'DECISION_NEEDED', occasion: String(order.decision_deadline ?? '') });
  }
  if (order.status === 'COMPLETED') moments.push({ kind: 'PAID_OUT', occasion: '' });
  if (order.status === 'REFUNDED') moments.push({ kind: 'REFUNDED', occasion: '' });
  return moments;
}

/** A mail's row. Its id is made of what it tells, so that the same can't be told twice. */
export function mailOf(
  { id }: { id: string },
  { kind, occasion }: Moment,
  state: MailState,
  now: number,
): Pick<MailOutboxTable, 'id' | 'subscription_id' | 'kind' | 'code' | 'state' | 'created_at'> {
  return { id: mailIdOf(id, { kind, occasion }), subscription_id: id, kind, code: null, state, created_at: now };
}

export function mailIdOf(subscriptionId: string, { kind, occasion }: Moment): string {
  return `${subscriptionId}:${kind}:${occasion}`;
}
