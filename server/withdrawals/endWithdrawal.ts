import { amount, compare, toDecimal } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { lockClaimedOutboxRow, updateOutboxRow } from '../db/repositories/outbox.ts';
import { findWithdrawal, listWithdrawals } from '../db/repositories/accounts/withdrawals.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import type { WithdrawalRow } from '../db/tables/withdrawals.ts';
import { readSigned } from '../guarantee/verifyStored.ts';
import { sameAddress } from '../instruments/addresses/index.ts';
import { RECIPIENT_BLOCKED } from '../ports/chain/chainGateway.ts';
import { TREASURY_INDEX } from '../ports/chain/treasury.ts';
import { type OrderContext } from '../orders/core/context.ts';
import { networkOf } from '../instruments/lookup.ts';
import { arrivingAmount, payableAddress, returnWithdrawal, withdrawalIdOf } from './withdrawalBooks.ts';

/** Notifies the customer of a withdrawal that the network has confirmed. */
export async function announceSentWithdrawal(context: OrderContext, transaction: Executor, send: OutboxRow): Promise<void> {
  const withdrawal = await findWithdrawal(transaction, withdrawalIdOf(send) ?? '');
  if (withdrawal) await context.onWithdrawalEnd?.(transaction, { withdrawal, send });
}

/**
 * Returns the money of a withdrawal that failed for good, and notifies the customer. The caller has cancelled the send in this
 * transaction.
 */
export async function returnFailedWithdrawal(context: OrderContext, transaction: Executor, send: OutboxRow): Promise<void> {
  const withdrawal = await returnWithdrawal(transaction, send, context.now());
  await context.onWithdrawalEnd?.(transaction, { withdrawal, send: { ...send, state: 'CANCELLED' } });
}

/** Returns the money of a withdrawal whose recipient the token blocks. Does nothing if another process has taken the send over. */
export async function returnBlockedWithdrawal(context: OrderContext, send: OutboxRow, owner: string): Promise<void> {
  await context.database.transaction().execute(async (transaction) => {
    if (!(await lockClaimedOutboxRow(transaction, send, owner))) return;
    const blocked = { state: 'CANCELLED', reason: RECIPIENT_BLOCKED, lease_owner: null, lease_until: 0 } as const;
    if (await updateOutboxRow(transaction, send, blocked)) await returnFailedWithdrawal(context, transaction, send);
  });
}

/** Returns, by id, the withdrawals among the sends that differ from what the customer asked for, with the difference. */
export async function findUnsignedWithdrawals(
  context: Pick<OrderContext, 'database' | 'catalogue' | 'signer'>,
  sends: readonly OutboxRow[],
): Promise<ReadonlyMap<string, string>> {
  const own = sends.filter(({ kind }) => kind === 'WITHDRAWAL');
  const ids = own.flatMap((send) => withdrawalIdOf(send) ?? []);
  const withdrawals = new Map((await listWithdrawals(context.database, ids)).map((row) => [row.id, row]));
  const found = new Map<string, string>();
  for (const send of own) {
    const withdrawal = withdrawals.get(withdrawalIdOf(send) ?? '');
    const change = withdrawal ? await findChange(context, withdrawal, send) : 'its withdrawal does not exist';
    if (change !== null) found.set(send.id, change);
  }
  return found;
}

async function findChange(
  context: Pick<OrderContext, 'catalogue' | 'signer'>,
  withdrawal: WithdrawalRow,
  send: OutboxRow,
): Promise<string | null> {
  const signed = await readSigned(context.signer.publicKeys, withdrawal);
  const asked = {
    kind: 'withdrawal',
    withdrawalId: withdrawal.id,
    userId: String(withdrawal.user_id),
    instrument: withdrawal.instrument,
    amount: toDecimal(amount(withdrawal.amount)),
    networkFee: toDecimal(amount(withdrawal.network_fee)),
    address: withdrawal.to_address,
  };
  const changed = Object.entries(asked).find(([field, value]) => signed?.[field] !== value);
  if (signed === null || changed) return `the host did not sign its ${changed?.[0] ?? 'terms'}`;
  if (send.from_index !== TREASURY_INDEX) return `it is paid from address ${send.from_index}`;
  if (send.instrument !== withdrawal.instrument) return `it pays ${send.instrument}`;
  if (compare(send.amount, arrivingAmount(withdrawal)) !== 0) return `it pays ${send.amount}`;
  const network = networkOf(context, withdrawal.instrument);
  const isSame = sameAddress(network, payableAddress(withdrawal.to_address), network, send.to_address);
  return isSame && send.memo === null ? null : `it goes to ${send.to_address}`;
}
