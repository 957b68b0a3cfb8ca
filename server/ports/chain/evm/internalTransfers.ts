import type { Address, PublicClient } from 'viem';
import { balancesAt } from './balancesAt.ts';
import type { ScannedBlock } from './blockScanner.ts';

/** Native coins that contracts sent to one of our addresses in a block. Value in wei. */
interface InternalTransfer {
  /** Identifies the transfer together with the block's hash. It follows from the owner alone, so every node computes the same. */
  index: number;
  to: Address;
  value: bigint;
  block: ScannedBlock;
}

/** Returns the wei that ordinary payments of a block sent to an address. */
export type PaidIn = (block: ScannedBlock, owner: Address) => bigint;
export type FindInternalTransfers = (
  blocks: readonly ScannedBlock[],
  owners: readonly Address[],
  paidIn: PaidIn,
) => Promise<{ found: InternalTransfer[]; /** False when the node lacks the state to find all. */ isComplete: boolean }>;

const MAX_CACHED = 20_000;

const indexOf = (owner: Address): number => Number.parseInt(owner.slice(2, 8), 16);
const keyOf = (block: ScannedBlock, owner: Address): string => `${block.hash}/${owner}`;

/**
 * Returns a function that finds internal transfers. Contract wallets, and exchanges that pay many customers at once, send coins
 * from inside a contract: no transaction names our address and no log shows it. The balance does. So balances before and
 * after the blocks are compared with the ordinary payments. Only where there is more, each block is searched.
 *
 * All internal transfers to an owner in a block count as one payment. A trace could tell them apart, but not every node traces,
 * and not always: the same payment would get two identities and count twice.
 *
 * A node without the state of the older block (nodes keep about 128), or that can't run the balance call, finds nothing new.
 * Transfers that were found before are returned while their block is read.
 */
export function createInternalTransfers(node: PublicClient): FindInternalTransfers {
  const searched = new Map<string, InternalTransfer[]>();

  async function search(block: ScannedBlock, owner: Address, paid: bigint): Promise<InternalTransfer[]> {
    const [earlier = 0n] = await balancesAt(node, [owner], block.number - 1);
    const [later = 0n] = await balancesAt(node, [owner], block.number);
    const value = later - earlier - paid;
    return value > 0n ? [{ index: indexOf(owner), to: owner, value, block }] : [];
  }

  /** Returns owners whose balance grew by more than the ordinary payments. */
  async function withUnexplainedBalance(
    blocks: readonly ScannedBlock[],
    owners: readonly Address[],
    paidIn: PaidIn,
  ): Promise<Address[]> {
    const [first, last] = [blocks[0], blocks.at(-1)];
    if (!first || !last || first.number === 0 || owners.length === 0) return [];
    const [before, after] = [await balancesAt(node, owners, first.number - 1), await balancesAt(node, owners, last.number)];
    return owners.filter((owner, position) => {
      const paid = blocks.reduce((total, block) => total + paidIn(block, owner), 0n);
      return (after[position] ?? 0n) - (before[position] ?? 0n) > paid;
    });
  }

  return async (blocks, owners, paidIn) => {
    const suspects = await withUnexplainedBalance(blocks, owners, paidIn).catch(() => null);
    for (const owner of suspects ?? []) {
      for (const block of blocks) {
        if (searched.has(keyOf(block, owner))) continue;
        if (searched.size >= MAX_CACHED) searched.clear();
        searched.set(keyOf(block, owner), await search(block, owner, paidIn(block, owner)));
      }
    }
    const found = blocks.flatMap((block) => owners.flatMap((owner) => searched.get(keyOf(block, owner)) ?? []));
    return { found, isComplete: suspects !== null };
  };
}
