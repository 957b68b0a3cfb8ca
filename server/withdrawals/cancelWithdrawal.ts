import { ApiError } from '../../contract/errors.ts';
import type { StoppableWithdrawal, WithdrawOutput } from '../../contract/schemas/withdrawals.ts';
import type { Executor } from '../db/database.ts';
import { readCustomerBalance } from '../db/repositories/accounts/customerBalances.ts';
import { updateUnsentOutboxRow } from '../db/repositories/outbox.ts';
import {
  findWithdrawal,
  findWithdrawalByStopToken,
  listSentWithdrawals,
  type SentWithdrawal,
} from '../db/repositories/accounts/withdrawals.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import type { WithdrawalRow } from '../db/tables/withdrawals.ts';
import type { OrderContext } from '../orders/core/context.ts';
import { sha256 } from '../common/hashing.ts';
import { returnWithdrawal, STOPPED_BY_CUSTOMER } from './withdrawalBooks.ts';
import { isCancellable, presentWithdrawal } from './presentWithdrawal.ts';
import type { WithdrawalContext } from './withdrawalContext.ts';

/**
 * Stops a customer's own withdrawal and returns its money, fee included. Returns it as it is then; one that is stopped already stays
 * so. Throws ERR_NOT_FOUND, and ERR_NOT_ACCEPTABLE when it is on its way.
 */
export async function cancelWithdrawal(context: WithdrawalContext, userId: number, id: string): Promise<WithdrawOutput> {
  const withdrawal = await findWithdrawal(context.orders.database, id);
  if (withdrawal?.user_id !== userId) throw new ApiError('ERR_NOT_FOUND', 'You have no such withdrawal.');
  const stopped = await stop(context, withdrawal);
  return { ...stopped, balance: await readCustomerBalance(context.orders.database, userId, withdrawal.instrument) };
}

/** Returns the withdrawal that the link of an e-mail stops. Changes nothing. Throws ERR_NOT_FOUND. */
export async function findStoppable(context: WithdrawalContext, token: string): Promise<StoppableWithdrawal> {
  return present(context, await readSent(context, await findByToken(context, token)));
}

/** As {@link cancelWithdrawal}, with the token of the e-mail instead of a session. */
export async function stopByToken(context: WithdrawalContext, token: string): Promise<StoppableWithdrawal> {
  return await stop(context, await findByToken(context, token));
}

async function findByToken({ orders }: WithdrawalContext, token: string): Promise<WithdrawalRow> {
  const withdrawal = await findWithdrawalByStopToken(orders.database, sha256(token));
  if (!withdrawal) throw new ApiError('ERR_NOT_FOUND', 'This link belongs to no withdrawal. Check that you copied all of it.');
  return withdrawal;
}

async function stop(context: WithdrawalContext, withdrawal: WithdrawalRow): Promise<StoppableWithdrawal> {
  const { database } = context.orders;
  const { send } = await readSent(context, withdrawal);
  const isStopped =
    isCancellable(send) &&
    (await database
      .transaction()
      .execute(async (transaction) => await cancelSend(context.orders, transaction, send, STOPPED_BY_CUSTOMER)));
  const shown = present(context, await readSent(context, withdrawal));
  if (isStopped || shown.withdrawal.state === 'CANCELLED') return shown;
  throw new ApiError('ERR_NOT_ACCEPTABLE', 'This withdrawal can no longer be stopped.', { state: shown.withdrawal.state });
}

/**
 * Cancels a send that has not left and returns its money, in the caller's transaction. Returns false without any change if another
 * process has taken it over since it was read.
 */
export async function cancelSend(
  context: Pick<OrderContext, 'now' | 'onWithdrawalEnd'>,
  transaction: Executor,
  send: OutboxRow,
  reason: string,
): Promise<boolean> {
  if (!(await updateUnsentOutboxRow(transaction, send, { state: 'CANCELLED', reason }))) return false;
  const withdrawal = await returnWithdrawal(transaction, send, context.now());
  await context.onWithdrawalEnd?.(transaction, { withdrawal, send: { ...send, state: 'CANCELLED', reason } });
  return true;
}

async function readSent({ orders }: WithdrawalContext, { id }: WithdrawalRow): Promise<SentWithdrawal> {
  const [sent] = await listSentWithdrawals(orders.database, [id]);
  if (!sent) throw new Error(`The withdrawal ${id} has no outbox row`);
  return sent;
}

function present({ orders }: WithdrawalContext, sent: SentWithdrawal): StoppableWithdrawal {
  return { withdrawal: presentWithdrawal(orders, sent, orders.now()) };
}
