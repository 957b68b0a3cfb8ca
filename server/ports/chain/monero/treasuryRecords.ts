import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { fromBaseUnits } from '../../../../contract/money.ts';
import type { MoneroSpendRow } from '../../../db/tables/monero.ts';
import {
  ChainRefusedError,
  ChainUnavailableError,
  type OutgoingTransaction,
  type RecordedTransaction,
  type TreasuryCount,
  type TreasuryRecords,
} from '../chainGateway.ts';
import { requireFree } from '../requireFree.ts';
import { shareFee } from '../shareFee.ts';
import type { ChainView, MoneroNodes } from './moneroNodes.ts';
import type { MoneroStore } from './moneroStore.ts';
import { readKeyImages } from './readKeyImages.ts';
import { listUnspent } from './treasuryCoins.ts';

export interface TreasuryRecordsOptions {
  store: MoneroStore;
  nodes: MoneroNodes;
  native: { slug: string; decimals: number };
  finalAfter: number;
  now: () => number;
}

/**
 * What a transaction paid. Nobody can read it from a block: the payees and the key that proves it are known to the sender only. So the
 * file of the wallet keeps it too, which survives when an old copy of the database is restored.
 */
const Note = Type.Object({
  transfers: Type.Array(Type.Object({ toAddress: Type.String(), amount: Type.String() })),
  txKey: Type.String(),
});
export type Note = Static<typeof Note>;

/** The name of a note in the wallet's file */
export const noteName = (txHash: string): string => `causeway payment ${txHash}`;

/** The payee of a transaction that this host did not make */
const UNKNOWN_PAYEE = 'unknown';

/**
 * Returns what left the treasury (D73): the transactions that the wallet shows as outgoing, in the order of the network. The books know
 * them up to the first one that is no payment of theirs.
 */
export function createTreasuryRecords({ store, nodes, native, finalAfter, now }: TreasuryRecordsOptions): TreasuryRecords {
  /** Stores the final transactions. Returns all from the last stored one on, with their positions. */
  async function advance(view: ChainView): Promise<{ mined: number; recent: MoneroSpendRow[] }> {
    const last = await store.lastSpend();
    await listUnspent(nodes, view);
    const spends = (await nodes.paying.wallet.spends(last?.block_height ?? 0)).filter(
      ({ blockHeight }) => blockHeight <= view.height,
    );
    const first = (last?.position ?? -1) + 1;
    const rows = spends.map(({ txHash, blockHeight, units, fee }, place) => ({
      position: first + place,
      tx_hash: txHash,
      block_height: blockHeight,
      amount: fromBaseUnits(units, native.decimals),
      fee: fromBaseUnits(fee, native.decimals),
    }));
    await store.addSpends(rows.filter(({ block_height: height }) => view.height - height + 1 >= finalAfter));
    return { mined: first + rows.length, recent: rows };
  }

  async function firstUnknown(from: number, recent: readonly MoneroSpendRow[]): Promise<number | undefined> {
    const stored = await store.firstUnknownSpend(from);
    if (stored !== undefined) return stored;
    const ours = new Set(await store.filterKnown(recent.map(({ tx_hash }) => tx_hash)));
    return recent.find(({ position, tx_hash }) => position >= from && !ours.has(tx_hash))?.position;
  }

  async function count(): Promise<TreasuryCount> {
    const view = await nodes.advance();
    const { mined, recent } = await advance(view);
    const known = (await firstUnknown(await store.acknowledged(mined), recent)) ?? mined;
    const unspent = (await listUnspent(nodes, view)).map(({ keyImage }) => keyImage);
    const spent = await listSpent(view, await filterUnreserved(unspent));
    // Another process may have paid with them since the books were read.
    const isUnknown = spent.length > 0 && (await filterUnreserved(spent)).length > 0;
    return { mined, pending: mined + (isUnknown ? 1 : 0), known };
  }

  /** Returns those key images that no payment of ours spends which waits to be mined, as the books say now. */
  async function filterUnreserved(images: readonly string[]): Promise<string[]> {
    const reserved = new Set((await store.listUnsettled()).flatMap(({ keyImages }) => keyImages));
    return images.filter((image) => !reserved.has(image));
  }

  /**
   * Returns those key images that a node shows as spent. One node is enough: a payment that waits for nothing costs little, and a payment
   * that is made twice is lost.
   */
  async function listSpent(view: ChainView, images: string[]): Promise<string[]> {
    const views = await Promise.all(view.nodes.map(async ({ daemon }) => await daemon.spent(images)));
    return images.filter((_, place) => views.some((states) => states[place] !== 'no'));
  }

  async function readNote(txHash: string): Promise<Note | null> {
    const text = await nodes.paying.wallet.readNote(noteName(txHash));
    if (text === null) return null;
    const note: unknown = JSON.parse(text);
    return Value.Check(Note, note) ? note : null;
  }

  async function describe({ position, tx_hash: txHash, amount, fee }: MoneroSpendRow): Promise<OutgoingTransaction> {
    const sends = await store.listSends(txHash);
    const paid =
      sends.length > 0
        ? sends.map((send) => ({ toAddress: send.to_address, amount: send.amount }))
        : (await readNote(txHash))?.transfers;
    const transfers = (paid ?? [{ toAddress: UNKNOWN_PAYEE, amount }]).map((transfer) => ({
      instrumentSlug: native.slug,
      toAddress: transfer.toAddress,
      memo: null,
      amount: transfer.amount,
    }));
    return { position, txHash, transfers, fee };
  }

  return {
    count,
    async list(position) {
      await advance(await nodes.advance());
      const rows = await store.listSpends(position);
      const ours = new Set(await store.filterKnown(rows.map(({ tx_hash }) => tx_hash)));
      const listed: RecordedTransaction[] = [];
      for (const row of rows) listed.push({ ...(await describe(row)), isKnown: ours.has(row.tx_hash) });
      return listed;
    },
    acknowledge: store.acknowledge,
    async adopt({ idempotencyKey, toAddress, instrumentSlug }, { txHash, transfers, fee }, place) {
      const transfer = transfers[place];
      if (!transfer) throw new ChainRefusedError('the transaction moved nothing');
      requireFree(transfer, transfers, await store.listSends(txHash));
      const note = await readNote(txHash);
      const [found] = await nodes.paying.daemon.transactions([txHash]);
      if (!found?.block) throw new ChainUnavailableError(`no block includes the transaction ${txHash}`);
      const created_at = now();
      const payments = {
        transaction: { tx_hash: txHash, bytes: found.bytes, tx_key: note?.txKey ?? null, fee, created_at },
        sends: [
          {
            idempotency_key: idempotencyKey,
            tx_hash: txHash,
            instrument: instrumentSlug,
            to_address: toAddress,
            amount: transfer.amount,
            fee: shareFee(fee, transfers.length, native.decimals)[place] ?? '0',
            created_at,
          },
        ],
        keyImages: readKeyImages(found.bytes),
      };
      return async (storage) => await store.insertWithin(storage, payments);
    },
  };
}
