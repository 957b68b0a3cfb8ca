import { amount, compare, toDecimal } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { findWithdrawal, listWithdrawals } from '../db/repositories/accounts/withdrawals.ts';
import { updateUnsentOutboxRow } from '../db/repositories/outbox.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import type { WithdrawalRow } from '../db/tables/withdrawals.ts';
import { readSigned } from '../guarantee/verifyStored.ts';
import { sameAddress } from '../instruments/addresses/index.ts';
import { networkOf } from '../instruments/lookup.ts';
import { discountOutflow } from '../payments/caps.ts';
import { RECIPIENT_BLOCKED, type ChainGateway } from '../ports/chain/chainGateway.ts';
import { arrivingAmount, payableAddress, returnWithdrawal, withdrawalSendId } from './withdrawalBooks.ts';
import type { WithdrawalContext } from './withdrawalContext.ts';
import { mailEnd } from './withdrawalMails.ts';

/** Notifies the customer of a withdrawal that the network has confirmed. */
export async function onWithdrawalConfirmed(transaction: Executor, send: OutboxRow, now: number): Promise<void> {
  await mailEnd(transaction, { withdrawal: await withdrawalOf(transaction, send), send }, now);
}

/**
 * Returns the money of a withdrawal that failed for good, and notifies the customer. The caller has cancelled the send in this
 * transaction; `send` is the row before.
 */
export async function returnFailed(transaction: Executor, send: OutboxRow, now: number): Promise<void> {
  const withdrawal = await withdrawalOf(transaction, send);
  await returnWithdrawal(transaction, withdrawal, now);
  await discountOutflow(transaction, send);
  await mailEnd(transaction, { withdrawal, send: { ...send, state: 'CANCELLED' } }, now);
}

/**
 * Cancels a send that has not left and returns its money, in the caller's transaction. Returns false without any change if another
 * process has taken it over since it was read.
 */
export async function cancelSend(transaction: Executor, send: OutboxRow, reason: string, now: number): Promise<boolean> {
  if (!(await updateUnsentOutboxRow(transaction, send, { state: 'CANCELLED', reason }))) return false;
  await returnFailed(transaction, { ...send, reason }, now);
  return true;
}

/** Returns the money of a withdrawal whose recipient the token blocks, if the network certainly does not know its transaction. */
export async function returnBlocked(
  { database, now }: Pick<WithdrawalContext, 'database' | 'now'>,
  gateway: ChainGateway,
  send: OutboxRow,
): Promise<void> {
  if (send.state !== 'REFUSED' || send.reason !== RECIPIENT_BLOCKED) return;
  if ((await gateway.sendState(send.idempotency_key)).state !== 'unknown') return;
  await database.transaction().execute(async (transaction) => {
    await cancelSend(transaction, send, RECIPIENT_BLOCKED, now());
  });
}

async function withdrawalOf(transaction: Executor, send: OutboxRow): Promise<WithdrawalRow> {
  const withdrawal = send.withdrawal_id === null ? undefined : await findWithdrawal(transaction, send.withdrawal_id);
  if (!withdrawal) throw new Error(`${send.id} has no withdrawal`);
  return withdrawal;
}

/** Returns, by id, the sends of withdrawals that differ from what the customer asked for, with the difference. */
export async function findUnsignedWithdrawals(
  context: Pick<WithdrawalContext, 'database' | 'catalogue' | 'signer'>,
  sends: readonly OutboxRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = sends.flatMap((send) => send.withdrawal_id ?? []);
  const withdrawals = new Map((await listWithdrawals(context.database, ids)).map((row) => [row.id, row]));
  const found = new Map<string, string>();
  for (const send of sends) {
    const withdrawal = withdrawals.get(send.withdrawal_id ?? '');
    const change = withdrawal ? await findChange(context, withdrawal, send) : 'its withdrawal does not exist';
    if (change !== null) found.set(send.id, change);
  }
  return found;
}

async function findChange(
  context: Pick<WithdrawalContext, 'catalogue' | 'signer'>,
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
  if (send.id !== withdrawalSendId(withdrawal.id)) return 'it is a second payment of the withdrawal';
  if (send.from_index !== null) return `it is paid from address ${send.from_index}`;
  if (send.instrument !== withdrawal.instrument) return `it pays ${send.instrument}`;
  if (compare(send.amount, arrivingAmount(withdrawal)) !== 0) return `it pays ${send.amount}`;
  const network = networkOf(context, withdrawal.instrument);
  const isSame = sameAddress(network, payableAddress(withdrawal.to_address), network, send.to_address);
  return isSame && send.memo === null ? null : `it goes to ${send.to_address}`;
}
