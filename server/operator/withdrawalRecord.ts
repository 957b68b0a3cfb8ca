import { listEntriesOfWithdrawal } from '../db/repositories/ledger.ts';
import { findWithdrawal } from '../db/repositories/accounts/withdrawals.ts';
import { findOutboxRow } from '../db/repositories/outbox.ts';
import type { LedgerEntryTable, OutboxRow } from '../db/tables/payments.ts';
import type { WithdrawalRow } from '../db/tables/withdrawals.ts';
import type { OperatorContext } from './operatorContext.ts';

/** Everything an operator needs to answer a question about a withdrawal. It contains no token of the customer. */
export interface WithdrawalRecord {
  withdrawal: Omit<WithdrawalRow, 'stop_token_hash' | 'idempotency_key'>;
  send: OutboxRow;
  entries: readonly LedgerEntryTable[];
}

/** Returns a withdrawal by the id of its send; null if there is none. */
export async function readWithdrawalRecord({ database }: OperatorContext, outboxId: string): Promise<WithdrawalRecord | null> {
  const send = await findOutboxRow(database, outboxId);
  const withdrawal = send && (await findWithdrawal(database, send.withdrawal_id ?? ''));
  if (!withdrawal) return null;
  const { stop_token_hash: _token, idempotency_key: _key, ...shown } = withdrawal;
  return { withdrawal: shown, send, entries: await listEntriesOfWithdrawal(database, withdrawal.id) };
}
