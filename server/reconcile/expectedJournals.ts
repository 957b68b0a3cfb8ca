import { sum, type Decimal } from '../../contract/money.ts';
import type { AuditedOrder } from '../db/repositories/audit.ts';
import type { DepositRow } from '../db/tables/orders.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import type { Catalogue } from '../instruments/catalogue.ts';
import {
  accrualJournalId,
  accrualLines,
  depositLines,
  journalIdOfAttempt,
  negate,
  transferLines,
  type LedgerLine,
} from '../payments/ledger.ts';
import { sendId } from '../payments/outbox/outbox.ts';
import { failedLines, sentLines, type FeePaid } from '../payments/outbox/bookSend.ts';
import { refundLines } from '../orders/lifecycle/refund.ts';
import { exchangeLines, payoutLines } from '../orders/lifecycle/settleOrder.ts';
import type { ExpectedJournal, JournalEntries } from './compareJournals.ts';

/**
 * Returns the journals that an order must have, derived from its deposits, settlement, refund, sends and accruals. `actual` is read only for
 * what the database does not know otherwise: the fee that a network charged, which `sends.ts` compares with the network, and the
 * lines of a journal that was reversed, which must sum to zero with its reversal.
 */
export function expectedJournals(books: AuditedOrder, catalogue: Catalogue, actual: JournalEntries): ExpectedJournal[] {
  const { order, sends } = books;
  const orderId = order.id;

  /** The reversal of a journal, and the journal itself if nothing else says what it must contain. */
  const reversed = (id: string): ExpectedJournal[] => {
    const lines = actual.get(id) ?? [];
    return [
      { id, orderId: lines[0]?.order_id ?? null, lines },
      { id: `cancelled:${id}`, orderId, lines: lines.map((line) => ({ ...line, amount: negate(line.amount) })) },
    ];
  };
  const reversal = ({ id, lines }: ExpectedJournal): ExpectedJournal => ({
    id: `cancelled:${id}`,
    orderId,
    lines: lines.map((line) => ({ ...line, amount: negate(line.amount) })),
  });
  const withReversal = (journal: ExpectedJournal, isReversed: boolean): ExpectedJournal[] =>
    isReversed ? [journal, reversal(journal)] : [journal];

  const ofDeposit = (deposit: DepositRow): ExpectedJournal[] => {
    const base = `${deposit.network}:${deposit.tx_hash}:${deposit.transfer_index}`;
    const isClaimed = books.claims.some((claim) => `${claim.network}:${claim.tx_hash}:${claim.transfer_index}` === base);
    const journals: ExpectedJournal[] = [];
    for (let attempt = 0; attempt < deposit.times_written_off; attempt += 1) {
      journals.push(...reversed(journalIdOfAttempt(`deposit:${base}`, attempt)));
      if (attempt === 0 && isClaimed) journals.push(...reversed(`claim:${base}`));
    }
    if (deposit.booked_at === null) return journals;
    const isAttributed = !isClaimed || deposit.times_written_off > 0;
    journals.push({
      id: journalIdOfAttempt(`deposit:${base}`, deposit.times_written_off),
      orderId: isAttributed ? orderId : null,
      lines: depositLines(deposit, { isAtTreasury: isSharedAddress(catalogue, deposit.network), isAttributed }),
    });
    if (isAttributed) return journals;
    const { instrument, amount } = deposit;
    return [...journals, { id: `claim:${base}`, orderId, lines: transferLines('CUSTOMER', 'UNATTRIBUTED', instrument, amount) }];
  };

  const ofSettlement = (): ExpectedJournal[] => {
    if (!order.settlement) return [];
    const isCancelled = sends.some(({ id, state }) => id === sendId({ kind: 'PAYOUT' }, order) && state === 'CANCELLED');
    return [
      ...withReversal({ id: `exchange:${orderId}`, orderId, lines: exchangeLines(order, order.settlement) }, isCancelled),
      ...withReversal({ id: `payout:${orderId}`, orderId, lines: payoutLines(order, order.settlement) }, isCancelled),
    ];
  };

  const ofRefund = (row: OutboxRow): ExpectedJournal[] => {
    const id = row.id.replace(/^REFUND:/, 'refund:');
    const fee = row.id === sendId({ kind: 'REFUND' }, order) ? order.refund?.network_fee : feeOfExtra(books, row);
    // A written-off deposit no longer names its refund.
    if (fee === undefined) return row.state === 'CANCELLED' ? reversed(id) : [];
    const lines = refundLines({ instrument: row.instrument, payable: row.amount, fee });
    return withReversal({ id, orderId, lines }, row.state === 'CANCELLED');
  };

  const ofSend = (row: OutboxRow): ExpectedJournal[] => {
    const native = catalogue.networks.get(row.network)?.nativeInstrument ?? row.instrument;
    const feeOf = (id: string): FeePaid => ({ instrumentSlug: native, amount: bookedFee(actual.get(id) ?? [], native) });
    const journals: ExpectedJournal[] = [];
    for (const key of keysOf(row)) {
      // Whether an attempt failed is known to the network only, so a missing journal is no difference here (`sends.ts`).
      const failed = `failed:${key}`;
      const isPaidAfterAll = key === row.idempotency_key && row.state === 'CONFIRMED';
      if (actual.has(failed))
        journals.push(...withReversal({ id: failed, orderId, lines: failedLines(row, feeOf(failed)) }, isPaidAfterAll));
    }
    const sent = `sent:${row.idempotency_key}`;
    let attempt = 0;
    // A sweep that was reorged out with its deposit may be mined again.
    for (; row.kind === 'SWEEP' && actual.has(`cancelled:${journalIdOfAttempt(sent, attempt)}`); attempt += 1) {
      journals.push(...reversed(journalIdOfAttempt(sent, attempt)));
    }
    if (row.state !== 'CONFIRMED') return journals;
    const id = journalIdOfAttempt(sent, attempt);
    return [...journals, { id, orderId, lines: sentLines(row, feeOf(id)) }];
  };

  return [
    ...books.deposits.flatMap(ofDeposit),
    ...ofSettlement(),
    ...sends.filter(({ kind }) => kind === 'REFUND').flatMap(ofRefund),
    ...sends.flatMap(ofSend),
    ...books.accruals.map((row) => ({ id: accrualJournalId(row), orderId, lines: accrualLines(row) })),
  ];
}

/** Whether all orders on the network share the treasury's address, so that deposits arrive in the treasury. */
export function isSharedAddress({ networks }: Catalogue, network: string): boolean {
  return (networks.get(network)?.memoName ?? null) !== null;
}

/** Returns the fee that the refund of an extra deposit costs the customer; undefined if no deposit names the refund. */
function feeOfExtra({ deposits }: AuditedOrder, row: OutboxRow): Decimal | undefined {
  const deposit = deposits.find(({ refund_id }) => refund_id === row.id);
  return deposit && sum([deposit.amount, negate(row.amount)]);
}

/** Returns the network fee in a journal; "0" instead of a negative one, which no send has. */
export function bookedFee(entries: readonly LedgerLine[], instrument: string): Decimal {
  const lines = entries.filter((line) => line.account === 'NETWORK_FEES' && line.instrument === instrument);
  const fee = sum(lines.map((line) => line.amount));
  return fee.startsWith('-') ? '0' : fee;
}

/** Returns the idempotency keys that a send had and has: `id`, `id#2`, … */
export function keysOf({ id, idempotency_key: key }: Pick<OutboxRow, 'id' | 'idempotency_key'>): string[] {
  const last = Number(/#(\d+)$/.exec(key)?.[1] ?? '1');
  return Array.from({ length: Math.min(last, MOST_KEYS) }, (_, index) => (index === 0 ? id : `${id}#${index + 1}`));
}

/** No operator retries a send so often. A changed number must not cost memory. */
const MOST_KEYS = 1_000;
