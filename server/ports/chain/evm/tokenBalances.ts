import { isAddressEqual, parseAbiItem, type Address, type Hash, type PublicClient } from 'viem';
import { ChainUnavailableError } from '../chainGateway.ts';
import { REORG_DURING_READ } from '../blockScanner.ts';
import { ERC20 } from './evmCalls.ts';

export const TRANSFER = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');

/** Where to measure: an account of a token in a block. */
interface AccountInBlock {
  contract: Address;
  owner: Address;
  block: { number: number; hash: Hash };
}

/** What an account gained in a block, in base units. */
interface BlockGain {
  /** Its balance after the block, less the balance before it */
  balance: bigint;
  /** What its Transfer logs of the block say it received */
  received: bigint;
  /** What its Transfer logs of the block say it sent */
  sent: bigint;
}

/** Returns what an account gained in a block; undefined when the node no longer has the state of an old block. */
export type MeasureGain = (account: AccountInBlock, head: number) => Promise<BlockGain | undefined>;

/**
 * Returns which part of a gain a logged transfer of `units` brought: all of it, unless the account gained less than its logs say.
 * Then its transfers share the loss in proportion. Rounds down.
 */
export function shareOfGain(units: bigint, { balance, received, sent }: BlockGain): bigint {
  const gained = balance + sent;
  if (gained >= received) return units;
  return gained <= 0n ? 0n : (units * gained) / received;
}

/** Nodes keep the state of about 128 blocks. Below this depth a failed read counts as missing state. */
const STATE_BLOCKS = 100;
const MAX_CACHED = 20_000;

/**
 * Returns a function that measures what an account gained in a block, by its balances and by its Transfer logs. Logs alone don't
 * tell what a token with a transfer fee gave: some log the amount before the fee. Results without a fee are cached by the block's hash.
 * Throws ChainUnavailableError when a reorg happens during the read, and what the node throws for a recent block.
 */
export function createMeasureGain(node: PublicClient): MeasureGain {
  const cached = new Map<string, BlockGain>();

  async function measure({ contract, owner, block }: AccountInBlock): Promise<BlockGain> {
    const balanceAt = (number: number) =>
      node.readContract({
        address: contract,
        abi: ERC20,
        functionName: 'balanceOf',
        args: [owner],
        blockNumber: BigInt(number),
      });
    const logsOf = async (side: 'from' | 'to'): Promise<bigint> => {
      const range = { fromBlock: BigInt(block.number), toBlock: BigInt(block.number) };
      const logs = await node.getLogs({ address: contract, event: TRANSFER, args: { [side]: owner }, ...range, strict: true });
      // A transfer to oneself changes nothing.
      const moves = logs.filter(({ args }) => !isAddressEqual(args.from, args.to));
      return moves.reduce((total, { args }) => total + args.value, 0n);
    };
    const [before, after, received, sent] = await Promise.all([
      balanceAt(block.number - 1),
      balanceAt(block.number),
      logsOf('to'),
      logsOf('from'),
    ]);
    const { hash } = await node.getBlock({ blockNumber: BigInt(block.number) });
    if (hash !== block.hash) throw new ChainUnavailableError(REORG_DURING_READ);
    return { balance: after - before, received, sent };
  }

  return async (account, head) => {
    const key = `${account.block.hash}/${account.contract}/${account.owner}`;
    const known = cached.get(key);
    if (known) return known;
    try {
      const gain = await measure(account);
      // A gain that contradicts the logs is read again: the node may have been wrong for a moment.
      if (gain.balance + gain.sent < gain.received) return gain;
      if (cached.size >= MAX_CACHED) cached.clear();
      cached.set(key, gain);
      return gain;
    } catch (error) {
      if (head - account.block.number < STATE_BLOCKS) throw error;
      return undefined;
    }
  };
}
