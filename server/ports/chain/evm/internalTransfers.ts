import type { Address, PublicClient } from 'viem';
import { balancesAt } from './balancesAt.ts';
import type { ScannedBlock } from './blockScanner.ts';

/** Coins that contracts passed on to one of our addresses in a block. Value in wei. */
interface InternalTransfer {
  /** With the block's hash a name that no other payment has: made of the owner, and of nothing that a node may not know. */
  place: number;
  to: Address;
  value: bigint;
  block: ScannedBlock;
}

/** Wei that ordinary payments of a block brought to an address. */
export type PaidIn = (block: ScannedBlock, owner: Address) => bigint;
export type FindInternalTransfers = (
  blocks: readonly ScannedBlock[],
  owners: readonly Address[],
  paidIn: PaidIn,
) => Promise<{ found: InternalTransfer[]; /** False where the node had no means to know of more. */ isComplete: boolean }>;

const MOST_REMEMBERED = 20_000;

const placeOfOwner = (owner: Address): number => Number.parseInt(owner.slice(2, 8), 16);
const nameOf = (block: ScannedBlock, owner: Address): string => `${block.hash}/${owner}`;

/**
 * Wallets that are contracts, and exchanges that pay many customers at once, send coins from inside a contract: no
 * transaction names our address and no log tells it. The balance does. So balances before and after the blocks are
 * compared with what was seen; only where there is more, the blocks are searched one by one.
 *
 * All that came to an owner in a block is one payment with one name. The transactions could be told apart by a trace, but
 * only where and while a node traces: what it names so today would have another name tomorrow, and count twice.
 *
 * Finds nothing new on a node that has not the state of the older block (they keep 128 blocks, so only while catching up),
 * or that runs no code for a question; what was found once is told again while its block is asked for.
 */
export function createInternalTransfers(node: PublicClient): FindInternalTransfers {
  const searched = new Map<string, InternalTransfer[]>();

  async function search(block: ScannedBlock, owner: Address, paid: bigint): Promise<InternalTransfer[]> {
    const [earlier = 0n] = await balancesAt(node, [owner], block.number - 1);
    const [later = 0n] = await balancesAt(node, [owner], block.number);
    const value = later - earlier - paid;
    return value > 0n ? [{ place: placeOfOwner(owner), to: owner, value, block }] : [];
  }

  /** Owners who have more than what was seen says. */
  async function withMore(blocks: readonly ScannedBlock[], owners: readonly Address[], paidIn: PaidIn): Promise<Address[]> {
    const [first, last] = [blocks[0], blocks.at(-1)];
    if (!first || !last || first.number === 0 || owners.length === 0) return [];
    const [before, after] = [await balancesAt(node, owners, first.number - 1), await balancesAt(node, owners, last.number)];
    return owners.filter((owner, position) => {
      const paid = blocks.reduce((total, block) => total + paidIn(block, owner), 0n);
      return (after[position] ?? 0n) - (before[position] ?? 0n) > paid;
    });
  }

  return async (blocks, owners, paidIn) => {
    const suspects = await withMore(blocks, owners, paidIn).catch(() => null);
    for (const owner of suspects ?? []) {
      for (const block of blocks) {
        if (searched.has(nameOf(block, owner))) continue;
        if (searched.size >= MOST_REMEMBERED) searched.clear();
        searched.set(nameOf(block, owner), await search(block, owner, paidIn(block, owner)));
      }
    }
    const found = blocks.flatMap((block) => owners.flatMap((owner) => searched.get(nameOf(block, owner)) ?? []));
    return { found, isComplete: suspects !== null };
  };
}
