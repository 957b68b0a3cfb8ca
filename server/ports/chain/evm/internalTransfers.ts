import { isAddress, isHash, type Address, type Hash, type PublicClient } from 'viem';
import { balancesAt } from './balancesAt.ts';
import type { ScannedBlock } from './scannedBlocks.ts';

/** Native coins that contracts sent to one of our addresses in a block. Value in wei. */
interface InternalTransfer {
  /** Identifies the transfer permanently: the block's hash and the owner's whole address, which every node knows. */
  id: string;
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

/** Returns the id that stands for the transaction hash: `BLOCK:ADDRESS` in lower case. */
const idOf = (block: ScannedBlock, owner: Address): string => `${block.hash}:${owner}`.toLowerCase();

/** Returns the block hash in the id of an internal transfer; undefined when the id is something else. */
export function blockOfInternalTransfer(id: string): Hash | undefined {
  const [block = '', owner = '', ...others] = id.toLowerCase().split(':');
  return isHash(block) && isAddress(owner, { strict: false }) && others.length === 0 ? block : undefined;
}

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
    return value > 0n ? [{ id: idOf(block, owner), to: owner, value, block }] : [];
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
        if (searched.has(idOf(block, owner))) continue;
        if (searched.size >= MAX_CACHED) searched.clear();
        searched.set(idOf(block, owner), await search(block, owner, paidIn(block, owner)));
      }
    }
    const found = blocks.flatMap((block) => owners.flatMap((owner) => searched.get(idOf(block, owner)) ?? []));
    return { found, isComplete: suspects !== null };
  };
}
