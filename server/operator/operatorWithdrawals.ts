import { isoTime } from '../../contract/isoTime.ts';
import { listEntriesOfWithdrawal } from '../db/repositories/ledger.ts';
import { findWithdrawal } from '../db/repositories/accounts/withdrawals.ts';
import { findOutboxRow } from '../db/repositories/outbox.ts';
import { cancelSend } from '../withdrawals/endWithdrawal.ts';
import { REFUSED_BY_OPERATOR } from '../withdrawals/withdrawalBooks.ts';
import { isCancellable } from '../withdrawals/presentWithdrawal.ts';
import type { OperatorContext } from './operatorContext.ts';
import { isUnsent } from './operatorSends.ts';

/**
 * Cancels a withdrawal that has not left, and returns the whole amount to the customer's balance. Returns false if there is no such
 * withdrawal, or it may be on its way. Throws whatever the gateway throws.
 */
export async function refuseWithdrawal(context: OperatorContext, outboxId: string): Promise<boolean> {
  const send = await findOutboxRow(context.database, outboxId);
  if (send?.kind !== 'WITHDRAWAL' || !(isCancellable(send) || (await isUnsent(context, send)))) return false;
  return await context.database
    .transaction()
    .execute(async (transaction) => await cancelSend(transaction, send, REFUSED_BY_OPERATOR, context.now()));
}

/** Returns everything an operator needs to answer a question about a withdrawal, as text; null if there is none. */
export async function showWithdrawal(context: OperatorContext, outboxId: string): Promise<string | null> {
  const send = await findOutboxRow(context.database, outboxId);
  const withdrawal = send && (await findWithdrawal(context.database, send.withdrawal_id ?? ''));
  if (!withdrawal) return null;
  const entries = await listEntriesOfWithdrawal(context.database, withdrawal.id);
  const { user_id: customer, amount, network_fee: fee, instrument, wait_until: waitUntil, wait_reasons: reasons } = withdrawal;
  const facts: [string, string | null][] = [
    ['customer', String(customer)],
    ['amount', `${amount} ${instrument}, network fee ${fee}, arrives ${send.amount}`],
    ['to', withdrawal.to_address],
    ['asked for', isoTime(withdrawal.created_at)],
    ['waits until', waitUntil === null ? null : `${isoTime(waitUntil)}, ${(JSON.parse(reasons) as string[]).join(', ')}`],
    ['transaction', send.tx_hash],
    ['confirmed', send.confirmed_at === null ? null : isoTime(send.confirmed_at)],
  ];
  return [
    `${send.id}  ${[send.state, send.reason].filter(Boolean).join(' ')}`,
    ...facts.flatMap(([name, value]) => (value === null ? [] : [`  ${name.padEnd(12)}${value}`])),
    '  ledger',
    ...entries.map(
      (entry) => `    ${isoTime(entry.created_at)}  ${entry.journal_id}  ${entry.account} ${entry.amount} ${entry.instrument}`,
    ),
  ].join('\n');
}
