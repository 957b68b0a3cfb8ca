import { ApiError } from '../../contract/errors.ts';
import type { StoppableWithdrawal, WithdrawOutput } from '../../contract/schemas/withdrawals.ts';
import { readCustomerBalance } from '../db/repositories/accounts/customerBalances.ts';
import {
  findWithdrawal,
  findWithdrawalByStopToken,
  listSentWithdrawals,
  type SentWithdrawal,
} from '../db/repositories/accounts/withdrawals.ts';
import { isInRecovery } from '../db/repositories/recovery/recoveries.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import type { WithdrawalRow } from '../db/tables/withdrawals.ts';
import { ChainUnavailableError } from '../ports/chain/chainGateway.ts';
import { gatewayOf } from '../ports/chain/gatewayOf.ts';
import { sha256 } from '../common/hashing.ts';
import { cancelSend } from './endWithdrawal.ts';
import { STOPPED_BY_CUSTOMER } from './withdrawalBooks.ts';
import { isCancellable, isRestored, isUntried, presentWithdrawal } from './presentWithdrawal.ts';
import type { WithdrawalContext } from './withdrawalContext.ts';

/**
 * Stops a customer's own withdrawal and returns its money, fee included. Returns it as it is then; one that is stopped already stays
 * so. Throws ERR_NOT_FOUND, ERR_NOT_ACCEPTABLE when it is on its way, and ERR_SERVICE_UNAVAILABLE while that can't be told.
 */
export async function cancelWithdrawal(context: WithdrawalContext, userId: number, id: string): Promise<WithdrawOutput> {
  const withdrawal = await findWithdrawal(context.database, id);
  if (withdrawal?.user_id !== userId) throw new ApiError('ERR_NOT_FOUND', 'You have no such withdrawal.');
  const stopped = await stop(context, withdrawal);
  return { ...stopped, balance: await readCustomerBalance(context.database, userId, withdrawal.instrument) };
}

/** Returns the withdrawal that the link of an e-mail stops. Changes nothing. Throws ERR_NOT_FOUND. */
export async function findStoppable(context: WithdrawalContext, token: string): Promise<StoppableWithdrawal> {
  return present(context, await readSent(context, await findByToken(context, token)));
}

/** As {@link cancelWithdrawal}, with the token of the e-mail instead of a session. */
export async function stopByToken(context: WithdrawalContext, token: string): Promise<StoppableWithdrawal> {
  return await stop(context, await findByToken(context, token));
}

async function findByToken(context: WithdrawalContext, token: string): Promise<WithdrawalRow> {
  const withdrawal = await findWithdrawalByStopToken(context.database, sha256(token));
  if (!withdrawal) throw new ApiError('ERR_NOT_FOUND', 'This link belongs to no withdrawal. Check that you copied all of it.');
  return withdrawal;
}

/** Stops a withdrawal. Throws as {@link cancelWithdrawal} does. */
export async function stop(context: WithdrawalContext, withdrawal: WithdrawalRow): Promise<StoppableWithdrawal> {
  const { database } = context;
  const { send } = await readSent(context, withdrawal);
  const isStopped =
    (await isUnsent(context, send)) &&
    (await database
      .transaction()
      .execute(async (transaction) => await cancelSend(transaction, send, STOPPED_BY_CUSTOMER, context.now())));
  const shown = present(context, await readSent(context, withdrawal));
  if (isStopped || shown.withdrawal.state === 'CANCELLED') return shown;
  throw new ApiError('ERR_NOT_ACCEPTABLE', 'This withdrawal can no longer be stopped.', { state: shown.withdrawal.state });
}

/**
 * Returns whether a send has certainly not left. One that was refused may be in flight since a later attempt, so its network must not
 * know it. A process that begins to send it meanwhile makes the conditional write fail. Throws ERR_SERVICE_UNAVAILABLE when the network
 * does not answer, or while nobody has explained what left since the backup of restored books (D73).
 */
export async function isUnsent(context: Pick<WithdrawalContext, 'gateways' | 'database'>, send: OutboxRow): Promise<boolean> {
  if (isUntried(send)) return true;
  if (!isCancellable(send)) return false;
  if (isRestored(send) && (await isInRecovery(context.database, send.network))) {
    const message = 'We are checking what left before our systems were restored. Nothing was changed. Try again later.';
    throw new ApiError('ERR_SERVICE_UNAVAILABLE', message);
  }
  try {
    return (await gatewayOf(context, send.network).sendState(send.idempotency_key)).state === 'unknown';
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    const message =
      'The network does not answer, so we can’t tell whether it knows this withdrawal. Nothing was changed. Try again.';
    throw new ApiError('ERR_SERVICE_UNAVAILABLE', message);
  }
}

async function readSent(context: WithdrawalContext, { id }: WithdrawalRow): Promise<SentWithdrawal> {
  const [sent] = await listSentWithdrawals(context.database, [id]);
  if (!sent) throw new Error(`The withdrawal ${id} has no outbox row`);
  return sent;
}

function present(context: WithdrawalContext, sent: SentWithdrawal): StoppableWithdrawal {
  return { withdrawal: presentWithdrawal(context, sent, context.now()) };
}
