import { isoTime } from '../../contract/isoTime.ts';
import { WATCH_AFTER_END_MS } from '../../contract/limits.ts';
import { amount, compare, roundToDecimal, sum, type Decimal } from '../../contract/money.ts';
import type { OrderEventKind, OrderStatus } from '../../contract/order.ts';
import type { OrderBooks } from '../db/repositories/audit.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import type { Catalogue } from '../instruments/catalogue.ts';
import { alarm, notice, type Difference, type ReconcileContext } from './difference.ts';
import { ownSendId } from '../orders/core/orderSends.ts';
import { PAID_BEFORE } from '../orders/lifecycle/undoRefund.ts';
import { payoutReservation } from '../orders/rules/settlement.ts';
import { keysOf } from './sendJournals.ts';

/** The events that an order in a status must have (`needs`) and must not have (`bars`). All others are optional. */
const EVENTS: Record<OrderStatus, { needs: readonly OrderEventKind[]; bars: readonly OrderEventKind[] }> = {
  AWAITING_DEPOSIT: {
    needs: [],
    bars: ['FUNDS_WITHDRAWAL_START', 'WITHDRAWAL_COMPLETED', 'REFUND_REQUESTED', 'REFUND_COMPLETED'],
  },
  CONFIRMING: { needs: [], bars: ['FUNDS_WITHDRAWAL_START', 'WITHDRAWAL_COMPLETED', 'REFUND_REQUESTED', 'REFUND_COMPLETED'] },
  DECISION_NEEDED: {
    needs: [],
    bars: ['FUNDS_WITHDRAWAL_START', 'WITHDRAWAL_COMPLETED', 'REFUND_REQUESTED', 'REFUND_COMPLETED'],
  },
  PAYING_OUT: { needs: ['FUNDS_WITHDRAWAL_START'], bars: ['WITHDRAWAL_COMPLETED', 'REFUND_REQUESTED', 'REFUND_COMPLETED'] },
  COMPLETED: { needs: ['FUNDS_WITHDRAWAL_START', 'WITHDRAWAL_COMPLETED'], bars: ['REFUND_REQUESTED', 'REFUND_COMPLETED'] },
  REFUND_REQUESTED: { needs: ['REFUND_REQUESTED'], bars: ['WITHDRAWAL_COMPLETED', 'REFUND_COMPLETED'] },
  REFUNDING: { needs: ['REFUND_REQUESTED'], bars: ['WITHDRAWAL_COMPLETED', 'REFUND_COMPLETED'] },
  REFUNDED: { needs: ['REFUND_REQUESTED', 'REFUND_COMPLETED'], bars: ['WITHDRAWAL_COMPLETED'] },
};

/** The order was priced: its deposits belong to the exchange. */
const SETTLED: readonly OrderStatus[] = ['PAYING_OUT', 'COMPLETED'];
const REFUND_STATUSES: readonly OrderStatus[] = ['REFUNDING', 'REFUNDED'];
/** Statuses with a reservation: an order that awaits a decision or has ended has released its own (D35). */
const MAY_RESERVE: readonly OrderStatus[] = ['AWAITING_DEPOSIT', 'CONFIRMING', 'PAYING_OUT'];

/**
 * Returns the differences between the status of an order and its events, payout, refund, deposits, price, reservation and watch.
 * `expectedJournals.ts` derives its ledger from the same rows, `signedOrders.ts` compares them with what was signed.
 */
export function checkOrder({ catalogue, now }: Pick<ReconcileContext, 'catalogue' | 'now'>, books: OrderBooks): Difference[] {
  return [
    ...checkEvents(books),
    ...checkLeg(books, 'PAYOUT'),
    ...checkLeg(books, 'REFUND'),
    ...checkOtherSends(books),
    ...checkRoles(books),
    ...checkPrice(books, catalogue),
    ...checkReservation(books, now()),
    ...checkWatch(books),
  ];
}

function checkEvents({ order, events, sends }: OrderBooks): Difference[] {
  const kinds = new Set(events.map((event) => event.kind));
  const { needs, bars: allBars } = EVENTS[order.status];
  // A refund that turned out to be a payout was requested (D75).
  const wasUndone = sends.some(({ id, state, reason }) => {
    return id === ownSendId('REFUND', order) && state === 'CANCELLED' && reason === PAID_BEFORE;
  });
  const bars = allBars.filter((kind) => kind !== 'REFUND_REQUESTED' || !wasUndone);
  const missing = needs.filter((kind) => !kinds.has(kind)).map((kind) => `${kind} is missing`);
  const wrong = bars.filter((kind) => kinds.has(kind)).map((kind) => `unexpected ${kind}`);
  return [...missing, ...wrong].map((howMuch) =>
    alarm(`order:${order.id}:events`, `the events of the order do not match its status ${order.status}`, howMuch, LOOK_AT_ORDER),
  );
}

/** The payout or refund must exist exactly in its statuses, be confirmed exactly at the end, and have the order's amount. */
function checkLeg({ order, sends }: OrderBooks, kind: 'PAYOUT' | 'REFUND'): Difference[] {
  const id = `${kind}:${order.id}`;
  const send = sends.find((row) => row.id === id && row.state !== 'CANCELLED');
  const [pendingStatus, finalStatus] = kind === 'PAYOUT' ? SETTLED : REFUND_STATUSES;
  const isDue = order.status === pendingStatus || order.status === finalStatus;
  const key = `order:${order.id}:${kind.toLowerCase()}`;
  if (!send) {
    return isDue
      ? [alarm(key, `an order that is ${order.status} has no ${kind.toLowerCase()} in the outbox`, id, LOOK_AT_ORDER)]
      : [];
  }
  if (!isDue) {
    return [alarm(key, `an order that is ${order.status} has a ${kind.toLowerCase()}`, describe(send), HOLD)];
  }
  const wanted = kind === 'PAYOUT' ? order.settlement?.payout_amount : order.refund?.amount;
  const found: Difference[] = [];
  if (wanted === undefined || compare(wanted, send.amount) !== 0) {
    found.push(
      alarm(key, `the amounts of outbox and order differ`, `${send.amount} instead of ${wanted ?? 'nothing'}`, LOOK_AT_ORDER),
    );
  }
  if ((send.state === 'CONFIRMED') !== (order.status === finalStatus)) {
    found.push(
      alarm(
        key,
        `an order that is ${order.status} has a ${kind.toLowerCase()} that is ${send.state}`,
        describe(send),
        LOOK_AT_ORDER,
      ),
    );
  }
  return found;
}

/** Every other send must have its purpose: an extra deposit, a sweep or a top-up. Its id and key must name it. */
function checkOtherSends({ order, deposits, sends }: OrderBooks): Difference[] {
  return sends.flatMap((row) => {
    const isRefundOfExtra = row.kind === 'REFUND' && deposits.some(({ refund_id }) => refund_id === row.id);
    const isOwn = (row.kind === 'PAYOUT' || row.kind === 'REFUND') && row.id === `${row.kind}:${order.id}`;
    const isOurs = row.kind === 'SWEEP' || row.kind === 'TOP_UP';
    const isKnown = row.state === 'CANCELLED' || isOwn || isRefundOfExtra || isOurs;
    const isNamed = row.id.startsWith(`${row.kind}:${order.id}`) && keysOf(row).at(-1) === row.idempotency_key;
    return isKnown && isNamed ? [] : [alarm(`send:${row.id}`, 'a send has no purpose', describe(row), HOLD)];
  });
}

/** The deposits of a priced or refunded order are exactly those that it was priced or refunded for. */
function checkRoles({ order, deposits }: OrderBooks): Difference[] {
  const { settlement, refund, status } = order;
  const own = deposits.filter(({ role }) => role === 'ORDER');
  const stray = deposits.filter(({ refund_id, role }) => refund_id !== null && role !== 'EXTRA');
  const wanted = SETTLED.includes(status)
    ? settlement?.amount
    : REFUND_STATUSES.includes(status) && refund
      ? sum([refund.amount, refund.network_fee])
      : undefined;
  const booked = sum(own.filter(({ booked_at }) => booked_at !== null).map(({ amount }) => amount));
  const isWrong = wanted !== undefined && compare(booked, wanted) !== 0;
  return [
    ...(isWrong
      ? [
          alarm(
            `order:${order.id}:deposits`,
            'the deposits differ from what was priced or refunded',
            `${booked} instead of ${wanted}`,
            LOOK_AT_ORDER,
          ),
        ]
      : []),
    ...stray.map(({ tx_hash, amount, instrument }) =>
      alarm(
        `order:${order.id}:${tx_hash}`,
        'a deposit that is not extra has a refund of its own',
        `${amount} ${instrument}`,
        LOOK_AT_ORDER,
      ),
    ),
  ];
}

/** A floating price gives the payout by the desk's formula: amount × price − network fee, rounded down. `signedOrders.ts` has the fixed one. */
function checkPrice({ order }: OrderBooks, { instruments }: Catalogue): Difference[] {
  const { settlement } = order;
  const decimals = instruments.get(order.instrument_to)?.precisionDecimals;
  if (!settlement || order.rate_mode === 'FIXED' || decimals === undefined) return [];
  const gross = amount(settlement.amount).times(amount(settlement.price));
  const payout = roundToDecimal(gross.minus(amount(settlement.network_fee)), decimals, 'down');
  if (compare(payout, settlement.payout_amount) === 0) return [];
  const howMuch = `${settlement.payout_amount} instead of ${payout} ${order.instrument_to}`;
  return [alarm(`order:${order.id}:price`, 'the payout is not what the settled price gives', howMuch, LOOK_AT_ORDER)];
}

/** Less than was promised is an ALARM: the host may promise the rest again. */
function checkReservation({ order, reservation }: OrderBooks, now: number): Difference[] {
  const key = `order:${order.id}:reservation`;
  const promised = promisedPayout(order, now);
  const what = reservation ? `${reservation.amount} ${reservation.instrument}` : 'nothing';
  const isOther = reservation !== null && reservation.instrument !== order.instrument_to;
  if (isOther || (promised !== null && compare(reservation?.amount ?? '0', promised) < 0)) {
    const howMuch = `${what} instead of ${promised ?? 'some'} ${order.instrument_to}`;
    return [alarm(key, 'less is reserved than was promised', howMuch, RESERVE)];
  }
  if (reservation && !MAY_RESERVE.includes(order.status)) {
    return [notice(key, `an order that is ${order.status} still has a reservation`, what, RESERVE)];
  }
  if (!reservation || promised === null || compare(reservation.amount, promised) === 0) return [];
  return [notice(key, 'more is reserved than was promised', `${what} instead of ${promised} ${order.instrument_to}`, RESERVE)];
}

/** Returns what an order must reserve; null: that depends on what it received and on the reserve at that time. */
function promisedPayout({ status, rate_mode, settlement, ...order }: OrderBooks['order'], now: number): Decimal | null {
  if (status === 'PAYING_OUT') return payoutReservation(settlement?.payout_amount ?? '0', settlement?.network_fee ?? '0');
  const isUnpaid = status === 'AWAITING_DEPOSIT' && order.first_deposit_at === null;
  const isPromised = rate_mode === 'FIXED' && isUnpaid && now < order.expires_at;
  return isPromised ? payoutReservation(order.amount_to_get, order.network_fee) : null;
}

/** The deposit address is watched for a while after the deadline, and then after the end (D6). */
function checkWatch({ order }: OrderBooks): Difference[] {
  const watched = (order.ended_at ?? order.expires_at) + WATCH_AFTER_END_MS;
  if (order.watch_until === watched) return [];
  const howMuch = `until ${isoTime(order.watch_until)} instead of ${isoTime(watched)}`;
  return [alarm(`order:${order.id}:watch_until`, 'the deposit address is watched for another time', howMuch, UNSEEN)];
}

const UNSEEN =
  'Somebody changed the database, so that deposits are not seen. Compare the order with a backup, and scan its address.';
const LOOK_AT_ORDER = 'Compare the order, its outbox rows and its ledger entries. Pay nothing by hand before that.';
const HOLD = 'Hold it before it is sent, and find out why it exists.';
const RESERVE =
  'The host quotes with a wrong free reserve, and may promise more than it has. Compare the database with a backup.';

function describe(row: OutboxRow): string {
  return `${row.id} ${row.amount} ${row.instrument} to ${row.to_address}, ${row.state}`;
}
