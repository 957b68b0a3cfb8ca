import { add, sum, type Decimal } from '../../../../contract/money.ts';
import type { BitcoinCoinRow } from '../../../db/tables/bitcoin.ts';
import type { SendState } from '../chainGateway.ts';
import { shareFee } from '../shareFee.ts';
import type { BitcoinStore } from './bitcoinStore.ts';
import type { BlockReader } from './blockReader.ts';

export interface SendStatesOptions {
  store: BitcoinStore;
  reader: BlockReader;
  native: { slug: string; decimals: number };
  /** Confirmations that make a transaction final. */
  finalAfter: number;
}

/** What the blocks up to a height say about a transaction of ours. */
export type Verdict = { kind: 'pending' } | { kind: 'mined'; confirmations: number } | { kind: 'failed'; reason: string };

/**
 * Judges a transaction by the coins that it spends. It failed only when another transaction spent one of them, finally: another party
 * has the keys, or an operator paid by hand.
 */
export function judge(txHash: string, coins: readonly BitcoinCoinRow[], height: number, finalAfter: number): Verdict {
  const spent = coins.flatMap(({ spent_by: by, spent_height: at }) =>
    by === null || at === null || at > height ? [] : [{ by, confirmations: height - at + 1 }],
  );
  const ours = spent.find(({ by }) => by === txHash);
  if (ours) return { kind: 'mined', confirmations: ours.confirmations };
  const conflicting = spent.find(({ confirmations }) => confirmations >= finalAfter);
  return conflicting ? { kind: 'failed', reason: `another transaction spent its coins: ${conflicting.by}` } : { kind: 'pending' };
}

/** Returns a function that reads the state of a payment from the blocks on which the nodes agree. */
export function createSendStates({ store, reader, native: { slug, decimals }, finalAfter }: SendStatesOptions) {
  const confirmed = (txHash: string, confirmations: number, amount: Decimal): SendState => ({
    state: 'confirmed',
    txHash,
    confirmations,
    feePaid: { instrumentSlug: slug, amount },
  });
  return async (idempotencyKey: string): Promise<SendState> => {
    const stored = await store.find(idempotencyKey);
    if (!stored) return { state: 'unknown' };
    const { tx_hash: txHash, failure } = stored.transaction;
    if (failure !== null) return { state: 'failed', reason: failure };
    const { height } = await reader.advance();
    const verdict = judge(txHash, await store.findCoins(await store.listInputs(txHash)), height, finalAfter);
    if (verdict.kind === 'failed') return { state: 'failed', reason: verdict.reason };
    if (verdict.kind === 'pending') return { state: 'pending', txHash };
    const bumps = await store.listBumps(txHash);
    if (bumps.length === 0) return confirmed(txHash, verdict.confirmations, stored.send.fee);
    // What raised the fee is part of what the payments cost, so they are final together.
    let { confirmations } = verdict;
    for (const { tx_hash } of bumps) {
      const bump = judge(tx_hash, await store.findCoins(await store.listInputs(tx_hash)), height, finalAfter);
      if (bump.kind !== 'mined') return { state: 'pending', txHash };
      confirmations = Math.min(confirmations, bump.confirmations);
    }
    const keys = (await store.listSends(txHash)).map(({ idempotency_key }) => idempotency_key);
    const shares = shareFee(sum(bumps.map(({ fee }) => fee)), keys.length, decimals);
    const share = shares[keys.indexOf(idempotencyKey)] ?? '0';
    return confirmed(txHash, confirmations, add(stored.send.fee, share));
  };
}
