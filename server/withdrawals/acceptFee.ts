import { ApiError } from '../../contract/errors.ts';
import { compare } from '../../contract/money.ts';
import type { AcceptFeeInput, WithdrawOutput } from '../../contract/schemas/withdrawals.ts';
import { randomId, sha256 } from '../common/hashing.ts';
import { lockInTransaction } from '../db/lockInTransaction.ts';
import { listSentWithdrawals, moveStopToken } from '../db/repositories/accounts/withdrawals.ts';
import { checkNoAlarm } from '../payments/alarms.ts';
import { isUnsent } from './cancelWithdrawal.ts';
import { cancelSend } from './endWithdrawal.ts';
import { findUser } from '../db/repositories/accounts/users.ts';
import { isAsked, isRestored } from './presentWithdrawal.ts';
import { presentStored, signWithdrawal, storeWithdrawal } from './requestWithdrawal.ts';
import { REPLACED } from './withdrawalBooks.ts';
import { listWaitReasons } from './waitReasons.ts';
import type { WithdrawalContext } from './withdrawalContext.ts';
import { checkFeeLimit, currentFee } from './withdrawalFee.ts';

/**
 * Accepts the network fee of now for a withdrawal whose customer is asked about it (D69). The withdrawal is returned, and another one of
 * the same amount and address takes its place, signed with the new fee, in one transaction. What an operator released stays released,
 * and the link of the e-mail stops the new one. Confirms a withdrawal of restored books in the same way, which waits and is checked as a new
 * one (D73). Throws ERR_NOT_FOUND, ERR_RATE_CHANGED if the fee exceeds `maxNetworkFee`,
 * ERR_WITHDRAWAL_TOO_SMALL if nothing would arrive, ERR_NOT_ACCEPTABLE if there is no question, ERR_SERVICE_UNAVAILABLE.
 */
export async function acceptFee(
  context: WithdrawalContext,
  userId: number,
  { withdrawalId, maxNetworkFee }: AcceptFeeInput,
): Promise<WithdrawOutput> {
  const { database, now } = context;
  const [sent] = await listSentWithdrawals(database, [withdrawalId]);
  if (sent?.withdrawal.user_id !== userId) throw new ApiError('ERR_NOT_FOUND', 'You have no such withdrawal.');
  const { withdrawal: old, send } = sent;
  const nothingToAccept = (): ApiError => new ApiError('ERR_NOT_ACCEPTABLE', 'This withdrawal does not wait for your answer.');
  if (!isAsked(sent) || !(await isUnsent(context, send))) throw nothingToAccept();
  checkNoAlarm(context, ['EARNINGS', send.network]);
  const networkFee = currentFee(context);
  checkFeeLimit(networkFee, maxNetworkFee);
  if (compare(old.amount, networkFee) <= 0) {
    const message = `The network fee is ${networkFee} USDT now, so nothing would arrive. Nothing was changed.`;
    throw new ApiError('ERR_WITHDRAWAL_TOO_SMALL', message, { networkFee });
  }
  // As for a new request: restored books may not know why it should wait, or that an operator checks it.
  const isNew = isRestored(send);
  const reasons = isNew ? await listWaitReasons(context, await customerOf(context, userId), old.to_address) : [];
  const waitUntil = reasons.length > 0 && context.rules.waitMs > 0 ? now() + context.rules.waitMs : null;
  const token = waitUntil === null ? null : randomId();
  const replacement = signWithdrawal(context, {
    ...old,
    id: randomId(),
    network_fee: networkFee,
    wait_until: waitUntil,
    wait_reasons: JSON.stringify(waitUntil === null ? [] : reasons),
    stop_token_hash: token === null ? null : sha256(token),
    idempotency_key: null,
    delayed_at: null,
    asked_at: null,
    created_at: now(),
  });
  await database.transaction().execute(async (transaction) => {
    // Before the lock of payouts, as a request takes them.
    await lockInTransaction(transaction, 'withdrawals');
    if (!(await cancelSend(transaction, send, REPLACED, now()))) throw nothingToAccept();
    await storeWithdrawal(context, transaction, replacement, { token, isReviewed: !isNew && send.overridden_at !== null });
    if (token === null) await moveStopToken(transaction, old, replacement.id);
  });
  return await presentStored(context, replacement);
}

async function customerOf({ database }: Pick<WithdrawalContext, 'database'>, userId: number) {
  return { userId, hasSecondFactor: (await findUser(database, userId))?.has_second_factor === 1 };
}
