import { compare, subtract } from '../../contract/money.ts';
import { ConcurrentUpdateError } from '../common/retryOnConflict.ts';
import type { Logger } from '../common/log.ts';
import type { Executor } from '../db/database.ts';
import { lockInTransaction } from '../db/lockInTransaction.ts';
import { updateOutboxRow } from '../db/repositories/outbox.ts';
import { explainTransaction, listUnexplained, listUnsentPayments } from '../db/repositories/recovery/treasuryTransactions.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import type { TreasuryTransactionTable } from '../db/tables/recovery.ts';
import { sameRecipient } from '../instruments/addresses/index.ts';
import { bookCapital } from '../payments/capital.ts';
import { countOutflow } from '../payments/caps.ts';
import { nextKey } from '../payments/outbox/nextKey.ts';
import type { ChainGateway } from '../ports/chain/chainGateway.ts';
import type { RecoveryContext } from './recoveryContext.ts';
import { openTransfersOf, transactionOf, transfersOf } from '../payments/listedTransaction.ts';

/** Stores that transfers of a transaction are those of payments. `by`: the operator; null: the host. Throws ConcurrentUpdateError. */
export type Adopt = (transaction: Executor, by: string | null) => Promise<void>;

/** A transfer of a listed transaction, and the unsent payment that it is. */
export interface Adopted {
  place: number;
  send: OutboxRow;
}

/**
 * Adopts each transfer that equals exactly one unsent payment in recipient, coin, memo and amount, if that payment equals no other
 * transfer. An operator has to explain the rest.
 */
export async function adoptEqualPayments(context: RecoveryContext & { log: Logger }, gateway: ChainGateway): Promise<void> {
  const { database, log } = context;
  const open = await listUnexplained(database, gateway.networkSlug);
  if (open.length === 0) return;
  const payments = await listUnsentPayments(database, gateway.networkSlug);
  const places = new Map(payments.map((send) => [send, equalPlaces(context, open, send)]));
  for (const found of open) {
    const adopted = openTransfersOf(found).flatMap(({ place }): Adopted[] => {
      const equal = payments.filter((send) => places.get(send)?.some((one) => one.found === found && one.place === place));
      const [send] = equal;
      return send && equal.length === 1 && places.get(send)?.length === 1 ? [{ place, send }] : [];
    });
    const about = { outboxIds: adopted.map(({ send }) => send.id), txHash: found.tx_hash };
    try {
      const adopt = await prepareAdoption(context, gateway, found, adopted);
      if (!adopt) continue;
      await database.transaction().execute(async (transaction) => await adopt(transaction, null));
      log.warn(about, 'payments that the books had forgotten were found on their network');
    } catch (error) {
      // It must not keep the others unexplained. An operator can adopt or explain it.
      log.warn({ err: error, ...about }, 'payments found on their network could not be adopted; the next round retries');
    }
  }
}

/** Returns the transfers that equal a payment in recipient, coin, memo and amount. */
function equalPlaces(
  context: RecoveryContext,
  open: readonly TreasuryTransactionTable[],
  send: OutboxRow,
): { found: TreasuryTransactionTable; place: number }[] {
  return open.flatMap((found) =>
    placesOf(context, found, send)
      .filter((place) => hasAmountOf(found, place, send))
      .map((place) => ({ found, place })),
  );
}

const hasAmountOf = (found: TreasuryTransactionTable, at: number, { amount }: Pick<OutboxRow, 'amount'>): boolean =>
  transfersOf(found).some((transfer) => transfer.place === at && compare(transfer.amount, amount) === 0);

/**
 * Returns the places of the transfers that paid the recipient of a payment in its coin, and that are no known send of the outbox. The
 * amount may differ; transfers of the same amount come first.
 */
export function placesOf(
  { catalogue }: Pick<RecoveryContext, 'catalogue'>,
  found: TreasuryTransactionTable,
  send: Pick<OutboxRow, 'network' | 'instrument' | 'to_address' | 'memo' | 'amount'>,
): number[] {
  const network = catalogue.networks.get(send.network);
  if (!network) return [];
  const recipient = { address: send.to_address, memo: send.memo };
  const possible = openTransfersOf(found).filter(
    ({ instrumentSlug, toAddress: address, memo }) =>
      instrumentSlug === send.instrument && sameRecipient(network, { address, memo }, recipient),
  );
  const places = possible.map(({ place }) => place);
  return places.toSorted((left, right) => Number(hasAmountOf(found, right, send)) - Number(hasAmountOf(found, left, send)));
}

/**
 * Returns the function that stores which payments the transfers of a transaction are. The payments are SENT and tracked from then on.
 * Another amount is booked as our capital. A payment is left out when the network knows a transaction of it that may still succeed. Returns
 * null when no payment is left.
 */
export async function prepareAdoption(
  context: RecoveryContext,
  gateway: ChainGateway,
  found: TreasuryTransactionTable,
  adopted: readonly Adopted[],
): Promise<Adopt | null> {
  const writes: PreparedPayment[] = [];
  for (const one of adopted) {
    const prepared = await preparePayment(context, gateway, found, one);
    if (prepared) writes.push(prepared);
  }
  if (writes.length === 0) return null;
  const newIds = new Map(writes.map(({ place, sendId }) => [place, sendId]));
  const sendIds = transfersOf(found).map(({ place, sendId }) => newIds.get(place) ?? sendId);
  const isWhole = !sendIds.includes(null);
  return async (executor, by) => {
    const explained = {
      send_ids: JSON.stringify(sendIds),
      ...(isWhole
        ? { explanation: 'PAYMENT' as const, explained_by: by, explained_at: context.now() }
        : { explanation: null, explained_by: null, explained_at: null }),
    };
    if (!(await explainTransaction(executor, found, explained))) throw new ConcurrentUpdateError(found.tx_hash);
    for (const { write } of writes) await write(executor);
  };
}

interface PreparedPayment {
  place: number;
  sendId: string;
  write: (transaction: Executor) => Promise<void>;
}

async function preparePayment(
  context: RecoveryContext,
  gateway: ChainGateway,
  found: TreasuryTransactionTable,
  { place, send }: Adopted,
): Promise<PreparedPayment | null> {
  const transaction = transactionOf(found);
  const transfer = transaction.transfers[place];
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
  const adopt = await gateway.records.adopt(payment, transaction, place);
  const difference = subtract(send.amount, transfer.amount);
  const write = async (executor: Executor): Promise<void> => {
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
    if (!isUpdated) throw new ConcurrentUpdateError(sendId);
    await adopt(executor);
    if (compare(difference, '0') === 0) return;
    const note = `${sendId} left with another amount: ${found.tx_hash}`;
    await bookCapital(context, executor, () => Promise.resolve([{ instrument, amount: difference, note }]));
  };
  return { place, sendId, write };
}

/** Returns the idempotency key under which the network knows no transaction; null when it knows one that did not fail. */
async function freeKey(gateway: ChainGateway, send: OutboxRow): Promise<string | null> {
  const { state } = await gateway.sendState(send.idempotency_key);
  if (state === 'unknown') return send.idempotency_key;
  return state === 'failed' ? nextKey(send) : null;
}
