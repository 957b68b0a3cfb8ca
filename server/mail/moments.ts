import type { ExtraDeposit } from '../../contract/schemas/orders.ts';
import { isPositive } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { listDeposits } from '../db/repositories/deposits.ts';
import { listOrderEvents } from '../db/repositories/orders.ts';
import { listOutboxRows } from '../db/repositories/outbox.ts';
import type { MailKind, MailOutboxTable, MailState } from '../db/tables/mail.ts';
import type { DepositRow, OrderEventTable, OrderRow, OutboxRow } from '../db/tables/orders.ts';
import type { OrderContext } from '../orders/context.ts';
import { ownDeposits } from '../orders/depositRules.ts';
import { presentExtras } from '../orders/extraDeposits.ts';
import { sendId } from '../orders/outbox.ts';

/** What a customer is told of an order. */
export type MomentKind = Exclude<MailKind, 'CONFIRM'>;

export interface Moment {
  kind: MomentKind;
  /** Tells one decision, hold or payment from the next; empty for what happens once. */
  occasion: string;
}

/** What is true of an order now, as far as it is told. */
interface Moments {
  /** Of the order itself, the newest last: that is what is told, and what it has overtaken is not any more. */
  own: Moment[];
  /** Of money that came besides (D6), each with what it is about: it overtakes nothing, and nothing overtakes it. */
  extra: (Moment & { deposit: ExtraDeposit })[];
}

/** An order's rows besides its own. */
export interface OrderMoney {
  deposits: readonly DepositRow[];
  sends: readonly OutboxRow[];
  events: readonly Pick<OrderEventTable, 'kind'>[];
}

export async function readMoney(executor: Executor, orderId: string): Promise<OrderMoney> {
  const [deposits, sends, events] = await Promise.all([
    listDeposits(executor, orderId),
    listOutboxRows(executor, orderId),
    listOrderEvents(executor, orderId),
  ]);
  return { deposits, sends, events };
}

export function momentsOf(context: OrderContext, order: OrderRow, money: OrderMoney): Moments {
  return { own: ownMoments(order, money), extra: extraMoments(context, order, money) };
}

function ownMoments(order: OrderRow, { deposits, sends, events }: OrderMoney): Moment[] {
  const moments: Moment[] = [];
  // What the network took back is not told as if it were there.
  const isHere = ownDeposits(order, deposits).length > 0;
  if (order.first_deposit_at !== null && isHere) moments.push({ kind: 'DEPOSIT_SEEN', occasion: '' });
  const own = new Set([sendId({ kind: 'PAYOUT' }, order), sendId({ kind: 'REFUND' }, order)]);
  const held = sends.filter(({ id, state }) => own.has(id) && state === 'HELD');
  for (const { id } of held) moments.push({ kind: 'PAYOUT_HELD', occasion: id });
  if (order.status === 'DECISION_NEEDED' && isHere) {
    moments.push({ kind: 'DECISION_NEEDED', occasion: questionOf(order, events) });
  }
  if (order.status === 'COMPLETED') moments.push({ kind: 'PAID_OUT', occasion: '' });
  if (order.status === 'REFUNDED') moments.push({ kind: 'REFUNDED', occasion: '' });
  return moments;
}

/** Which question it is: only an accepted one is followed by another. Its deadline moves while it stays the same. */
function questionOf({ decision_reason }: OrderRow, events: OrderMoney['events']): string {
  return `${decision_reason}:${events.filter(({ kind }) => kind === 'RATE_MODE_CHANGE_ACCEPTED').length}`;
}

/** Payments besides an order that are told, the first ones: whoever knows its address can send to it as often as he likes. */
const MOST_EXTRAS_TOLD = 10;

/** Once it has its confirmations, so that something can be done about it; not what the network's fee would eat. */
function extraMoments(context: OrderContext, order: OrderRow, { deposits, sends }: OrderMoney): Moments['extra'] {
  return presentExtras(context, order, deposits, sends)
    .filter(({ state, refundAmount }) => state !== 'CONFIRMING' && (refundAmount === null || isPositive(refundAmount)))
    .slice(0, MOST_EXTRAS_TOLD)
    .flatMap((deposit) => {
      const occasion = `${deposit.depositTxHash}:${deposit.depositIndex}`;
      if (deposit.state === 'HERE') return { kind: 'EXTRA_DEPOSIT' as const, occasion, deposit };
      return deposit.state === 'REFUNDED' ? { kind: 'EXTRA_REFUNDED' as const, occasion, deposit } : [];
    });
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
