import { add, compare, subtract, sum, type Decimal } from '../../contract/money.ts';
import type { OrderEventKind, OrderStatus } from '../../contract/order.ts';
import type { OrderBooks } from '../db/repositories/audit.ts';
import type { DepositRow, LedgerAccount, LedgerEntryTable, OutboxRow } from '../db/tables/orders.ts';
import { depositJournalId } from '../orders/core/ledger.ts';
import type { Difference } from './difference.ts';

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
  VOID: { needs: [], bars: ['WITHDRAWAL_COMPLETED', 'REFUND_COMPLETED'] },
};

/** The order was priced: its deposits belong to the exchange. */
const SETTLED: readonly OrderStatus[] = ['PAYING_OUT', 'COMPLETED'];
const REFUND_STATUSES: readonly OrderStatus[] = ['REFUNDING', 'REFUNDED'];
/** Statuses with a reservation: an order that awaits a decision or has ended has released its own (D35). */
const MAY_RESERVE: readonly OrderStatus[] = ['AWAITING_DEPOSIT', 'CONFIRMING', 'PAYING_OUT'];

/**
 * Returns the differences between status, events, ledger, outbox, deposits and reservation of an order. Expected ledger values
 * are derived from deposits, status and outbox, never from the ledger itself. `depositEntries` are the journals of the
 * order's deposits; a deposit that was claimed later is booked without an order (D6).
 */
export function checkOrder(books: OrderBooks, depositEntries: readonly LedgerEntryTable[]): Difference[] {
  return [
    ...checkEvents(books),
    ...checkLeg(books, 'PAYOUT'),
    ...checkLeg(books, 'REFUND'),
    ...checkBookedDeposits(books, depositEntries),
    ...checkSentJournals(books),
    ...checkAccounts(books),
    ...checkReservation(books),
  ];
}

function checkEvents({ order, events }: OrderBooks): Difference[] {
  const kinds = new Set(events.map((event) => event.kind));
  const { needs, bars } = EVENTS[order.status];
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
    return [
      alarm(
        key,
        `an order that is ${order.status} has a ${kind.toLowerCase()}`,
        describe(send),
        'Hold it before it is sent, and find out why it exists.',
      ),
    ];
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

/** Every booked deposit must have its journal, and every deposit journal its deposit. */
function checkBookedDeposits(
  { order, deposits, entries }: OrderBooks,
  depositEntries: readonly LedgerEntryTable[],
): Difference[] {
  const booked = deposits.filter((one) => one.booked_at !== null);
  const known = new Set([...booked.map(depositJournalId), ...cancelledJournals(entries)]);
  const strange = entries.filter(
    ({ journal_id: id, account }) => id.startsWith('deposit:') && isAsset(account) && !known.has(id),
  );
  return [
    ...booked.flatMap((deposit) => checkDeposit(deposit, depositEntries)),
    ...strange.map(({ journal_id: id, amount, instrument }) =>
      alarm(id, `the ledger of order ${order.id} has a deposit that was not received`, `${amount} ${instrument}`, LOOK_AT_ORDER),
    ),
  ];
}

/** Compares a booked deposit with its journal. `entries` contains at least the entries of that journal. */
export function checkDeposit(deposit: DepositRow, entries: readonly LedgerEntryTable[]): Difference[] {
  const journal = depositJournalId(deposit);
  const lines = entries.filter(
    (entry) => entry.journal_id === journal && isAsset(entry.account) && entry.instrument === deposit.instrument,
  );
  const value = sum(lines.map((entry) => entry.amount));
  if (compare(value, deposit.amount) === 0) return [];
  const howMuch = `${value} instead of ${deposit.amount} ${deposit.instrument}`;
  return [alarm(journal, 'a deposit is booked with another amount than was received', howMuch, LOOK_AT_ORDER)];
}

/** A `sent:…` journal must exist exactly for each confirmed send. */
function checkSentJournals({ order, sends, entries }: OrderBooks): Difference[] {
  const cancelled = cancelledJournals(entries);
  const sent = entries.flatMap(({ journal_id: id }) => (id.startsWith('sent:') && !cancelled.has(id) ? [id] : []));
  // A sweep that was reorged with its deposit and mined again is booked under a new journal id (suffix `@n`).
  const journals = new Set(sent.map((id) => id.replace(/^(sent:SWEEP:.*)@\d+$/, '$1')));
  const confirmed = new Map(sends.filter((row) => row.state === 'CONFIRMED').map((row) => [`sent:${row.idempotency_key}`, row]));
  const found: Difference[] = [];
  for (const [journal, row] of confirmed) {
    if (!journals.has(journal)) found.push(alarm(journal, 'a confirmed send is not in the ledger', describe(row), LOOK_AT_ORDER));
  }
  for (const journal of journals) {
    if (!confirmed.has(journal))
      found.push(alarm(journal, 'the ledger has a send that is not confirmed', `order ${order.id}`, LOOK_AT_ORDER));
  }
  return found;
}

/** Returns the ids of the journals that a `cancelled:` journal reverses. */
function cancelledJournals(entries: readonly LedgerEntryTable[]): Set<string> {
  return new Set(entries.flatMap(({ journal_id: id }) => (id.startsWith('cancelled:') ? [id.slice('cancelled:'.length)] : [])));
}

/** Compares the customer's balance and the amount in transit, in every instrument of the order. */
function checkAccounts(books: OrderBooks): Difference[] {
  const { order, deposits, sends, entries } = books;
  const instruments = new Set([...entries, ...deposits, ...sends].map((row) => row.instrument));
  return [...instruments]
    .flatMap((instrument) => {
      const owed = owedInside(books, instrument);
      const underway = sum(
        sends
          .filter((row) => row.instrument === instrument && isLeaving(row) && (row.kind === 'PAYOUT' || row.kind === 'REFUND'))
          .map((row) => row.amount),
      );
      return [
        ...checkLiability(books, 'CUSTOMER', instrument, owed, 'what is owed to the customer'),
        ...checkLiability(books, 'IN_TRANSIT', instrument, underway, 'what is on its way to the customer'),
      ];
    })
    .map((difference) => ({ ...difference, key: `order:${order.id}:${difference.key}` }));
}

function checkLiability(
  books: OrderBooks,
  account: LedgerAccount,
  instrument: string,
  expected: Decimal,
  what: string,
): Difference[] {
  const held = balanceOf(books, account, instrument);
  const booked = subtract('0', held);
  if (compare(booked, expected) === 0) return [];
  return [
    alarm(
      `${account}:${instrument}`,
      `${what} differs`,
      `the ledger has ${booked} ${instrument}, the order ${expected}`,
      LOOK_AT_ORDER,
    ),
  ];
}

/** Returns the deposits that were neither exchanged nor refunded: they still belong to the customer (D6). */
function owedInside({ order, deposits }: OrderBooks, instrument: string): Decimal {
  const isDecided = SETTLED.includes(order.status) || REFUND_STATUSES.includes(order.status);
  const owed = deposits.filter(
    (one) =>
      one.booked_at !== null && one.instrument === instrument && !(isDecided && one.role === 'ORDER') && one.refund_id === null,
  );
  return sum(owed.map((one) => one.amount));
}

function checkReservation({ order, reservation }: OrderBooks): Difference[] {
  const key = `order:${order.id}:reservation`;
  if (!reservation) {
    if (order.status !== 'PAYING_OUT') return [];
    return [
      notice(key, 'a payout has no reservation', `${order.settlement?.payout_amount ?? '?'} ${order.instrument_to}`, RESERVE),
    ];
  }
  const what = `${reservation.amount} ${reservation.instrument}`;
  if (!MAY_RESERVE.includes(order.status)) {
    return [notice(key, `an order that is ${order.status} still has a reservation`, what, RESERVE)];
  }
  const needed = add(order.settlement?.payout_amount ?? '0', order.settlement?.network_fee ?? '0');
  const isWrong = order.status === 'PAYING_OUT' && compare(reservation.amount, needed) !== 0;
  if (!isWrong && reservation.instrument === order.instrument_to) return [];
  return [
    notice(key, 'the reservation does not match the payout', `${what} instead of ${needed} ${order.instrument_to}`, RESERVE),
  ];
}

const LOOK_AT_ORDER = 'Compare the order, its outbox rows and its ledger entries. Pay nothing by hand before that.';
const RESERVE = 'No money is lost, but the host quotes with a wrong free reserve.';

const alarm = (key: string, what: string, howMuch: string, whatToDo: string): Difference => ({
  key,
  severity: 'ALARM',
  what,
  howMuch,
  whatToDo,
});
const notice = (key: string, what: string, howMuch: string, whatToDo: string): Difference => ({
  ...alarm(key, what, howMuch, whatToDo),
  severity: 'NOTICE',
});

function describe(row: OutboxRow): string {
  return `${row.id} ${row.amount} ${row.instrument} to ${row.to_address}, ${row.state}`;
}

/** The send is decided but not final: its amount is in IN_TRANSIT. */
function isLeaving(row: OutboxRow): boolean {
  return row.state !== 'CONFIRMED' && row.state !== 'CANCELLED';
}

function isAsset(account: LedgerAccount): boolean {
  return account === 'TREASURY' || account === 'DEPOSIT_ADDRESSES';
}

function balanceOf({ entries }: OrderBooks, account: LedgerAccount, instrument: string): Decimal {
  return sum(
    entries.filter((entry) => entry.account === account && entry.instrument === instrument).map((entry) => entry.amount),
  );
}
