import { compare, subtract } from '../../contract/money.ts';
import { ConcurrentUpdateError } from '../common/retryOnConflict.ts';
import type { Logger } from '../common/log.ts';
import type { Executor } from '../db/database.ts';
import { lockInTransaction } from '../db/lockInTransaction.ts';
import { updateOutboxRow } from '../db/repositories/outbox.ts';
import { explainTransaction, listUnexplained, listUnsentPayments } from '../db/repositories/recovery/treasuryTransactions.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import type { TreasuryTransactionTable } from '../db/tables/recovery.ts';
import { sameAddress } from '../instruments/addresses/index.ts';
import { bookCapital } from '../payments/capital.ts';
import { countOutflow } from '../payments/caps.ts';
import { nextKey } from '../payments/outbox/nextKey.ts';
import type { ChainGateway } from '../ports/chain/chainGateway.ts';
import type { RecoveryContext } from './recoveryContext.ts';
import { transactionOf } from './readTreasury.ts';

/** Stores that a transaction is the one of a payment. `by`: the operator; null: the host. Throws ConcurrentUpdateError. */
export type Adopt = (transaction: Executor, by: string | null) => Promise<void>;

/**
 * Adopts the transactions of which exactly one unsent payment has recipient, coin, amount and memo, where no other transaction equals
 * that payment. The rest waits for an operator.
 */
export async function adoptEqualPayments(context: RecoveryContext & { log: Logger }, gateway: ChainGateway): Promise<void> {
  const { database, log } = context;
  const open = await listUnexplained(database, gateway.networkSlug);
  if (open.length === 0) return;
  const payments = await listUnsentPayments(database, gateway.networkSlug);
  for (const found of open) {
    const [payment, ...others] = payments.filter((send) => isEqual(context, found, send));
    if (!payment || others.length > 0) continue;
    if (open.some((other) => other !== found && isEqual(context, other, payment))) continue;
    const adopt = await prepareAdoption(context, gateway, found, payment);
    if (!adopt) continue;
    await database.transaction().execute(async (transaction) => await adopt(transaction, null));
    log.warn({ outboxId: payment.id, txHash: found.tx_hash }, 'a payment that the books had forgotten was found on its network');
  }
}

/** Returns whether a transaction paid the recipient of a payment in its coin, and nobody else. The amount may differ. */
export function isToRecipient(
  { catalogue }: Pick<RecoveryContext, 'catalogue'>,
  found: TreasuryTransactionTable,
  { network: slug, instrument, to_address, memo }: OutboxRow,
): boolean {
  const network = catalogue.networks.get(slug);
  const [transfer, ...others] = transactionOf(found).transfers;
  if (!network || !transfer || others.length > 0) return false;
  return (
    transfer.instrumentSlug === instrument &&
    transfer.memo === memo &&
    sameAddress(network, transfer.toAddress, network, to_address)
  );
}

function isEqual(context: RecoveryContext, found: TreasuryTransactionTable, send: OutboxRow): boolean {
  const [transfer] = transactionOf(found).transfers;
  return transfer !== undefined && compare(transfer.amount, send.amount) === 0 && isToRecipient(context, found, send);
}

/**
 * Returns the function that stores a transaction as the one of a payment to the same recipient: the payment is SENT and tracked from then
 * on. Another amount is booked as our capital. Null when the network knows a transaction of this payment that may still succeed.
 */
export async function prepareAdoption(
  context: RecoveryContext,
  gateway: ChainGateway,
  found: TreasuryTransactionTable,
  send: OutboxRow,
): Promise<Adopt | null> {
  const transaction = transactionOf(found);
  const [transfer] = transaction.transfers;
  const key = await freeKey(gateway, send);
  if (!transfer || key === null) return null;
  const { id: sendId, instrument } = send;
  const payment = {
    idempotencyKey: key,
    instrumentSlug: instrument,
    fromIndex: gateway.treasury(),
    toAddress: send.to_address,
    memo: send.memo,
    amount: transfer.amount,
  };
  const write = await gateway.records.adopt(payment, transaction);
  const difference = subtract(send.amount, transfer.amount);
  return async (executor, by) => {
    const at = context.now();
    const isHeld = send.state === 'HELD';
    // The caps count it from now on.
    if (isHeld && send.usd_value !== null) {
      await lockInTransaction(executor, 'payouts');
      await countOutflow(executor, send.usd_value, at);
    }
    const isUpdated = await updateOutboxRow(executor, send, {
      state: 'SENT',
      idempotency_key: key,
      tx_hash: found.tx_hash,
      sent_at: at,
      reason: null,
      attempts: 0,
      not_before: 0,
      lease_owner: null,
      lease_until: 0,
      ...(isHeld && { created_at: at }),
    });
    const explained = { explanation: 'PAYMENT', send_id: sendId, explained_by: by, explained_at: at } as const;
    if (!isUpdated || !(await explainTransaction(executor, found, explained))) throw new ConcurrentUpdateError(sendId);
    await write(executor);
    if (compare(difference, '0') === 0) return;
    const note = `${sendId} left with another amount: ${found.tx_hash}`;
    await bookCapital(context, executor, () => Promise.resolve([{ instrument, amount: difference, note }]));
  };
}

/** Returns the idempotency key under which the network knows no transaction; null when it knows one that did not fail. */
async function freeKey(gateway: ChainGateway, send: OutboxRow): Promise<string | null> {
  const { state } = await gateway.sendState(send.idempotency_key);
  if (state === 'unknown') return send.idempotency_key;
  return state === 'failed' ? nextKey(send) : null;
}
