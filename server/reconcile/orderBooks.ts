import { add, compare, subtract, sum, type Decimal } from '../../contract/money.ts';
import type { OrderEventKind, OrderStatus } from '../../contract/order.ts';
import type { OrderBooks } from '../db/repositories/audit.ts';
import type { DepositRow, LedgerAccount, LedgerEntryTable, OutboxRow } from '../db/tables/orders.ts';
import { depositJournalId } from '../orders/core/ledger.ts';
import type { Difference } from './difference.ts';

/** Which events an order in a status has, and which it can't have; the others may or may not be there. */
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

/** Priced, so that its deposits are no longer the customer's. */
const SETTLED: readonly OrderStatus[] = ['PAYING_OUT', 'COMPLETED'];
const GIVEN_BACK: readonly OrderStatus[] = ['REFUNDING', 'REFUNDED'];
/** What may hold a part of the treasury: an order that asks the customer, or is over, gave it back (D35). */
const MAY_RESERVE: readonly OrderStatus[] = ['AWAITING_DEPOSIT', 'CONFIRMING', 'PAYING_OUT'];

/**
 * Whether all that is written about an order says the same: status, events, ledger, outbox, deposits and reservation.
 * What it should be is worked out from deposits, status and outbox, and never from the ledger that is judged by it.
 * `depositEntries` are the journals of the order's deposits: one that was claimed later was booked when it was nobody's (D6).
 */
export function judgeOrder(books: OrderBooks, depositEntries: readonly LedgerEntryTable[]): Difference[] {
  return [
    ...judgeEvents(books),
    ...judgeLeg(books, 'PAYOUT'),
    ...judgeLeg(books, 'REFUND'),
    ...judgeBookedDeposits(books, depositEntries),
    ...judgeSentJournals(books),
    ...judgeAccounts(books),
    ...judgeReservation(books),
  ];
}

function judgeEvents({ order, events }: OrderBooks): Difference[] {
  const kinds = new Set(events.map((event) => event.kind));
  const { needs, bars } = EVENTS[order.status];
  const missing = needs.filter((kind) => !kinds.has(kind)).map((kind) => `${kind} is missing`);
  const wrong = bars.filter((kind) => kinds.has(kind)).map((kind) => `${kind} is there`);
  return [...missing, ...wrong].map((howMuch) =>
    alarm(`order:${order.id}:events`, `an order that is ${order.status} has other events than that`, howMuch, LOOK_AT_ORDER),
  );
}

/** The order's own payout or refund: there exactly when the status says so, confirmed exactly at the end, and of the order's amount. */
function judgeLeg({ order, sends }: OrderBooks, kind: 'PAYOUT' | 'REFUND'): Difference[] {
  const id = `${kind}:${order.id}`;
  const send = sends.find((row) => row.id === id && row.state !== 'CANCELLED');
  const [onItsWay, over] = kind === 'PAYOUT' ? SETTLED : GIVEN_BACK;
  const isDue = order.status === onItsWay || order.status === over;
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
        'Hold it before it leaves, and look why.',
      ),
    ];
  }
  const wanted = kind === 'PAYOUT' ? order.settlement?.payout_amount : order.refund?.amount;
  const found: Difference[] = [];
  if (wanted === undefined || compare(wanted, send.amount) !== 0) {
    found.push(
      alarm(
        key,
        `the outbox has another amount than the order`,
        `${send.amount} instead of ${wanted ?? 'nothing'}`,
        LOOK_AT_ORDER,
      ),
    );
  }
  if ((send.state === 'CONFIRMED') !== (order.status === over)) {
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

/** Money that has its confirmations is in the ledger, and what is in the ledger came. */
function judgeBookedDeposits(
  { order, deposits, entries }: OrderBooks,
  depositEntries: readonly LedgerEntryTable[],
): Difference[] {
  const booked = deposits.filter((one) => one.booked_at !== null);
  const known = new Set([...booked.map(depositJournalId), ...cancelledJournals(entries)]);
  const strange = entries.filter(
    ({ journal_id: id, account }) => id.startsWith('deposit:') && isAsset(account) && !known.has(id),
  );
  return [
    ...booked.flatMap((deposit) => judgeDeposit(deposit, depositEntries)),
    ...strange.map(({ journal_id: id, amount, instrument }) =>
      alarm(id, `the ledger of order ${order.id} has a deposit that did not come`, `${amount} ${instrument}`, LOOK_AT_ORDER),
    ),
  ];
}

/** Whether a deposit that is booked stands in the ledger with what came; `entries` are those of its journal, or more. */
export function judgeDeposit(deposit: DepositRow, entries: readonly LedgerEntryTable[]): Difference[] {
  const journal = depositJournalId(deposit);
  const lines = entries.filter(
    (entry) => entry.journal_id === journal && isAsset(entry.account) && entry.instrument === deposit.instrument,
  );
  const value = sum(lines.map((entry) => entry.amount));
  if (compare(value, deposit.amount) === 0) return [];
  const howMuch = `${value} instead of ${deposit.amount} ${deposit.instrument}`;
  return [alarm(journal, 'a deposit is booked with another amount than came', howMuch, LOOK_AT_ORDER)];
}

/** `sent:…` is in the ledger exactly for what is confirmed. */
function judgeSentJournals({ order, sends, entries }: OrderBooks): Difference[] {
  const cancelled = cancelledJournals(entries);
  const sent = entries.flatMap(({ journal_id: id }) => (id.startsWith('sent:') && !cancelled.has(id) ? [id] : []));
  // A sweep that left the chain with its deposit, and came back, is booked under another name than the first time.
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

/** The journals that another one took back. */
function cancelledJournals(entries: readonly LedgerEntryTable[]): Set<string> {
  return new Set(entries.flatMap(({ journal_id: id }) => (id.startsWith('cancelled:') ? [id.slice('cancelled:'.length)] : [])));
}

/** What is owed to the customer, and what is on its way, in every instrument that the order has to do with. */
function judgeAccounts(books: OrderBooks): Difference[] {
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
        ...judgeLiability(books, 'CUSTOMER', instrument, owed, 'what is owed to the customer'),
        ...judgeLiability(books, 'IN_TRANSIT', instrument, underway, 'what is on its way to the customer'),
      ];
    })
    .map((difference) => ({ ...difference, key: `order:${order.id}:${difference.key}` }));
}

function judgeLiability(
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

/** What came, less what was exchanged or given back: the rest is still the customer's (D6). */
function owedInside({ order, deposits }: OrderBooks, instrument: string): Decimal {
  const isDecided = SETTLED.includes(order.status) || GIVEN_BACK.includes(order.status);
  const kept = deposits.filter(
    (one) =>
      one.booked_at !== null && one.instrument === instrument && !(isDecided && one.role === 'ORDER') && one.refund_id === null,
  );
  return sum(kept.map((one) => one.amount));
}

function judgeReservation({ order, reservation }: OrderBooks): Difference[] {
  const key = `order:${order.id}:reservation`;
  if (!reservation) {
    if (order.status !== 'PAYING_OUT') return [];
    return [
      notice(
        key,
        'a payout has nothing reserved for it',
        `${order.settlement?.payout_amount ?? '?'} ${order.instrument_to}`,
        RESERVE,
      ),
    ];
  }
  const what = `${reservation.amount} ${reservation.instrument}`;
  if (!MAY_RESERVE.includes(order.status)) {
    return [notice(key, `an order that is ${order.status} still has a part of the treasury reserved`, what, RESERVE)];
  }
  const needed = add(order.settlement?.payout_amount ?? '0', order.settlement?.network_fee ?? '0');
  const isWrong = order.status === 'PAYING_OUT' && compare(reservation.amount, needed) !== 0;
  if (!isWrong && reservation.instrument === order.instrument_to) return [];
  return [
    notice(
      key,
      'something else is reserved than the payout needs',
      `${what} instead of ${needed} ${order.instrument_to}`,
      RESERVE,
    ),
  ];
}

const LOOK_AT_ORDER = 'Compare the order, its outbox rows and its ledger entries; pay nothing by hand before that.';
const RESERVE = 'Nobody loses money by it, but the treasury promises too much or too little.';

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

/** Decided and not done: the amount stands in IN_TRANSIT. */
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
