import type { Address, Hash, PublicClient } from 'viem';
import { balancesAt } from './balancesAt.ts';
import type { ScannedBlock } from './blockScanner.ts';
import { valueCallsOfBlock } from './valueCalls.ts';

/** Coins that a contract passed on to one of our addresses. Value in wei. */
export interface PassedOn {
  /** The block's own hash where the node can't tell the transaction. */
  txHash: Hash;
  /**
   * With `txHash` a name that no other payment has, whoever it went to: the place among all that the transaction passed
   * on, or where only the block is known, a number made of the owner.
   */
  place: number;
  to: Address;
  value: bigint;
  block: ScannedBlock;
}

/** Wei that ordinary payments of a block brought to an address. */
export type PaidIn = (block: ScannedBlock, owner: Address) => bigint;
export type FindPassedOn = (
  blocks: readonly ScannedBlock[],
  owners: readonly Address[],
  paidIn: PaidIn,
) => Promise<{ found: PassedOn[]; /** False where the node had no means to know of more. */ isComplete: boolean }>;

const MOST_REMEMBERED = 20_000;
/**
 * A trace is heavy work for a node. Blocks beyond these are not traced in one reading, so that nobody who sends himself
 * a little in every block can keep the deposits of others from being read.
 */
const MOST_TRACED = 2;

type TraceOf = (block: ScannedBlock) => Promise<PassedOn[]>;

const placeOfOwner = (owner: Address): number => Number.parseInt(owner.slice(2, 8), 16);
const nameOf = (block: ScannedBlock, owner: Address): string => `${block.hash}/${owner}`;

/**
 * Wallets that are contracts, and exchanges that pay many customers at once, send coins from inside a contract: no
 * transaction names our address and no log tells it. The balance does. So balances before and after the blocks are
 * compared with what was seen; only where there is more, the block is searched, and traced to know the transaction.
 *
 * Finds nothing new on a node that has not the state of the older block (they keep 128 blocks, so only while catching up),
 * or that runs no code for a question; what was found once is told again while its block is asked for.
 */
export function createPassedOnCoins(node: PublicClient): FindPassedOn {
  const searched = new Map<string, PassedOn[]>();

  async function search(block: ScannedBlock, owner: Address, paid: bigint, traceOf: TraceOf): Promise<PassedOn[]> {
    const [earlier = 0n] = await balancesAt(node, [owner], block.number - 1);
    const [later = 0n] = await balancesAt(node, [owner], block.number);
    const missing = later - earlier - paid;
    if (missing <= 0n) return [];
    const traced = (await traceOf(block)).filter(({ to }) => to === owner);
    const known = traced.reduce((total, { value }) => total + value, 0n);
    const rest = { txHash: block.hash, place: placeOfOwner(owner), to: owner, value: missing - known, block };
    return rest.value > 0n ? [...traced, rest] : traced;
  }

  /** All that contracts passed on in a block, whoever got it; nothing where the node can't tell. */
  async function trace(block: ScannedBlock): Promise<PassedOn[]> {
    const { transactions } = await node.getBlock({ blockHash: block.hash });
    const calls = await valueCallsOfBlock(node, block.hash);
    if (calls.length !== transactions.length) return [];
    return transactions.flatMap((txHash, position) =>
      (calls[position] ?? []).map(({ to, value }, place) => ({ txHash, place, to, value, block })),
    );
  }

  function traceSome(): TraceOf {
    const traces = new Map<string, Promise<PassedOn[]>>();
    return (block) => {
      const known = traces.get(block.hash);
      if (known || traces.size >= MOST_TRACED) return known ?? Promise.resolve([]);
      const tracing = trace(block).catch((): PassedOn[] => []);
      traces.set(block.hash, tracing);
      return tracing;
    };
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
    const traceOf = traceSome();
    const suspects = await withMore(blocks, owners, paidIn).catch(() => null);
    for (const owner of suspects ?? []) {
      for (const block of blocks) {
        if (searched.has(nameOf(block, owner))) continue;
        if (searched.size >= MOST_REMEMBERED) searched.clear();
        searched.set(nameOf(block, owner), await search(block, owner, paidIn(block, owner), traceOf));
      }
    }
    const found = blocks.flatMap((block) => owners.flatMap((owner) => searched.get(nameOf(block, owner)) ?? []));
    return { found, isComplete: suspects !== null };
  };
}
