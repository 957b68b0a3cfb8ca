import { sum, type Decimal } from '../../contract/money.ts';
import { accrualJournalId, accrualLines } from '../affiliates/earningBooks.ts';
import type { AuditedOrder } from '../db/repositories/audit.ts';
import type { DepositRow } from '../db/tables/orders.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import { claimLines, depositJournalId, depositLines } from '../orders/core/depositBooks.ts';
import { ownSendId } from '../orders/core/orderSends.ts';
import { refundJournalId, refundLines } from '../orders/lifecycle/refund.ts';
import { exchangeLines, payoutLines } from '../orders/lifecycle/settleOrder.ts';
import { negate } from '../payments/ledger.ts';
import { reversalOf, type ExpectedJournal, type JournalEntries } from './compareJournals.ts';
import type { ReconcileContext } from './difference.ts';
import { expectedSendJournals } from './sendJournals.ts';
import { isAtTreasury } from './unattributed.ts';

/**
 * Returns the journals that an order must have, derived from its deposits, settlement, refund, sends and accruals. `actual` is read only for
 * the fee that a network charged, which the database does not know otherwise; `sends.ts` compares it with the network.
 */
export function expectedJournals(
  context: Pick<ReconcileContext, 'catalogue' | 'gateways'>,
  books: AuditedOrder,
  actual: JournalEntries,
): ExpectedJournal[] {
  const { order, sends } = books;
  const source = { order_id: order.id };

  const withReversal = (journal: ExpectedJournal, isReversed: boolean): ExpectedJournal[] =>
    isReversed ? [journal, reversalOf(journal)] : [journal];

  const ofDeposit = (deposit: DepositRow): ExpectedJournal[] => {
    const base = `${deposit.network}:${deposit.tx_hash}:${deposit.transfer_index}`;
    const isClaimed = books.claims.some((claim) => `${claim.network}:${claim.tx_hash}:${claim.transfer_index}` === base);
    if (deposit.booked_at === null) return [];
    const isThere = isAtTreasury(context, deposit.network);
    const booked: ExpectedJournal = {
      id: depositJournalId(deposit),
      kind: 'DEPOSIT',
      ...(!isClaimed && { source }),
      lines: depositLines(deposit, { isAtTreasury: isThere, isAttributed: !isClaimed }),
    };
    if (!isClaimed) return [booked];
    const lines = claimLines(deposit, { isAtTreasury: isThere });
    return [...withReversal(booked, !isThere), { id: `claim:${base}`, kind: 'CLAIM', source, lines }];
  };

  const ofSettlement = (): ExpectedJournal[] => {
    if (!order.settlement) return [];
    const isCancelled = sends.some(({ id, state }) => id === ownSendId('PAYOUT', order) && state === 'CANCELLED');
    const exchange = { kind: 'EXCHANGE', lines: exchangeLines(order, order.settlement) } as const;
    const payout = { kind: 'PAYOUT', lines: payoutLines(order, order.settlement) } as const;
    return [
      ...withReversal({ id: `exchange:${order.id}`, source, ...exchange }, isCancelled),
      ...withReversal({ id: `payout:${order.id}`, source, ...payout }, isCancelled),
    ];
  };

  const ofRefund = (row: OutboxRow): ExpectedJournal[] => {
    const journal = { id: refundJournalId(row.id), kind: 'REFUND', source: { ...source, send_id: row.id } } as const;
    const fee = row.id === ownSendId('REFUND', order) ? order.refund?.network_fee : feeOfExtra(books, row);
    if (fee === undefined) return [];
    const lines = refundLines({ instrument: row.instrument, payable: row.amount, fee });
    return withReversal({ ...journal, lines }, row.state === 'CANCELLED');
  };

  return [
    ...books.deposits.flatMap(ofDeposit),
    ...ofSettlement(),
    ...sends.filter(({ kind }) => kind === 'REFUND').flatMap(ofRefund),
    ...sends.flatMap((row) => expectedSendJournals(context, row, actual)),
    ...books.accruals.map((row) => ({
      id: accrualJournalId(row),
      kind: 'ACCRUAL' as const,
      source: { ...source, accrual_id: row.id },
      lines: accrualLines(row),
    })),
  ];
}

/** Returns the fee that the refund of an extra deposit costs the customer; undefined if no deposit names the refund. */
function feeOfExtra({ deposits }: AuditedOrder, row: OutboxRow): Decimal | undefined {
  const deposit = deposits.find(({ refund_id }) => refund_id === row.id);
  return deposit && sum([deposit.amount, negate(row.amount)]);
}
