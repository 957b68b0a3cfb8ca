import type { OutboxRow } from '../../db/tables/payments.ts';
import { PayerRefusedError, type ChainGateway, type SendFence, type TokenCollection } from '../../ports/chain/chainGateway.ts';
import type { PaymentContext } from '../paymentContext.ts';
import { isBatchedSweep } from './enqueue.ts';
import { recordFailure } from './failures.ts';

/** Sweeps that one transaction collects at most: then all of its gas is a small part of a block. */
export const MOST_COLLECTED = 20;

/** Whether a sweep leaves together with others. On a network that no longer collects, it is planned again. */
export function isCollected({ collection }: Pick<ChainGateway, 'collection'>, row: OutboxRow): boolean {
  return collection !== undefined && isBatchedSweep(row);
}

/** Collects sweeps in one transaction. Returns the hash of each that has left; the others are planned again. Throws as `send` does. */
export async function collectSweeps(
  { context, gateway, collection }: { context: PaymentContext; gateway: ChainGateway; collection: TokenCollection },
  rows: readonly OutboxRow[],
  fence: SendFence,
): Promise<{ row: OutboxRow; txHash: string }[]> {
  const requests = rows.map((row) => ({
    idempotencyKey: row.idempotency_key,
    instrumentSlug: row.instrument,
    fromIndex: row.from_index ?? gateway.treasury(),
    amount: row.amount,
  }));
  const hashes = await collection.send(requests, fence);
  const sent: { row: OutboxRow; txHash: string }[] = [];
  for (const row of rows) {
    const txHash = hashes.get(row.idempotency_key);
    if (txHash !== undefined) sent.push({ row, txHash });
    else await recordFailure(context, gateway, row, new PayerRefusedError('its address can not be collected now'));
  }
  return sent;
}
