import { ChainUnavailableError } from '../chainGateway.ts';
import { fieldOf } from '../nodeAnswers.ts';
import { WrongChainError } from '../nodeErrors.ts';
import type { MoneroChain } from './moneroKeys.ts';
import type { MoneroRpc } from './moneroRpc.ts';

/** A transaction as a node shows it. */
export interface SeenTransaction {
  txHash: string;
  /** In hex; a pruned node leaves out the proofs at the end of a transaction */
  bytes: string;
  /** null while the transaction is in the mempool */
  block: { height: number; time: number } | null;
}

/** Where a coin was spent: nowhere, in a block, or in a transaction that waits to be mined. */
export type Spent = 'no' | 'mined' | 'waiting';

/** A node of the expected chain. Methods throw RpcError or ChainUnavailableError. */
export interface MoneroDaemon {
  /** Returns the height and the hash of the newest block. */
  top(): Promise<{ height: number; hash: string }>;
  /** Returns the block at a height of the node's best chain; its miner's time in ms since 1970. */
  blockAt(height: number): Promise<{ hash: string; time: number }>;
  /** Returns those of the transactions that the node knows. */
  transactions(txHashes: readonly string[]): Promise<SeenTransaction[]>;
  /** Returns where coins were spent, in the order of their key images. */
  spent(keyImages: readonly string[]): Promise<Spent[]>;
  /** Returns the price of a byte of the second of four levels, in base units. */
  feePerByte(): Promise<bigint>;
  /** Passes a transaction on. Returns null, also when the node had it already, or why the node refuses it. */
  broadcast(bytes: string): Promise<string | null>;
}

/** The name of a network's chain in the answers of its nodes */
const NETWORK_TYPES: Record<MoneroChain, string> = { main: 'mainnet', regtest: 'fakechain' };
const FEE_LEVEL = 1;
/** Transactions that a node with a restricted interface shows in one answer (core_rpc_server.cpp) */
const MOST_TRANSACTIONS = 100;
const SPENT: readonly Spent[] = ['no', 'mined', 'waiting'];

export function createMoneroDaemon(rpc: MoneroRpc, chain: MoneroChain): MoneroDaemon {
  /** Asks for the chain each time: a node of another chain would show deposits that have no value. */
  async function info(): Promise<unknown> {
    const answer = await rpc.call('get_info');
    if (fieldOf(answer, 'nettype') !== NETWORK_TYPES[chain]) throw new WrongChainError('a node serves another chain');
    return answer;
  }

  return {
    async top() {
      const answer = await info();
      const blocks = Number(fieldOf(answer, 'height'));
      if (!Number.isSafeInteger(blocks)) throw new ChainUnavailableError('a node does not tell its height');
      if (fieldOf(answer, 'synchronized') !== true) throw new ChainUnavailableError('a node is still downloading blocks');
      // A node counts its blocks, of which the first one has the height 0.
      return { height: blocks - 1, hash: String(fieldOf(answer, 'top_block_hash')) };
    },
    blockAt: async (height) => {
      const header = fieldOf(await rpc.call('get_block_header_by_height', { height }), 'block_header');
      return { hash: String(fieldOf(header, 'hash')), time: Number(fieldOf(header, 'timestamp')) * 1_000 };
    },
    async transactions(txHashes) {
      const shown: unknown[] = [];
      for (let first = 0; first < txHashes.length; first += MOST_TRANSACTIONS) {
        const answer = await rpc.post('/get_transactions', { txs_hashes: txHashes.slice(first, first + MOST_TRANSACTIONS) });
        requireOk(answer);
        shown.push(...listOf(answer, 'txs'));
      }
      return shown.map((one) => ({
        txHash: String(fieldOf(one, 'tx_hash')),
        bytes: String(fieldOf(one, 'as_hex') || fieldOf(one, 'pruned_as_hex')),
        block:
          fieldOf(one, 'in_pool') === true
            ? null
            : { height: Number(fieldOf(one, 'block_height')), time: Number(fieldOf(one, 'block_timestamp')) * 1_000 },
      }));
    },
    async spent(keyImages) {
      if (keyImages.length === 0) return [];
      const answer = await rpc.post('/is_key_image_spent', { key_images: [...keyImages] });
      requireOk(answer);
      const states = listOf(answer, 'spent_status').map((state) => SPENT[Number(state)]);
      if (states.length !== keyImages.length) throw new ChainUnavailableError('the node leaves out answers');
      return states.map((state) => state ?? 'no');
    },
    async feePerByte() {
      const answer = await rpc.call('get_fee_estimate');
      const level = listOf(answer, 'fees')[FEE_LEVEL];
      const price = typeof level === 'string' ? BigInt(level) : unitsOf(answer, 'fee');
      if (price <= 0n) throw new ChainUnavailableError('a node does not tell the fee');
      return price;
    },
    async broadcast(bytes) {
      const answer = await rpc.post('/send_raw_transaction', { tx_as_hex: bytes, do_not_relay: false });
      if (fieldOf(answer, 'status') === 'OK') return null;
      if (fieldOf(answer, 'double_spend') === true) return 'another transaction spends its coins';
      return String(fieldOf(answer, 'reason') || fieldOf(answer, 'status'));
    },
  };
}

/** Returns a list of an answer: programs leave out empty ones. */
export function listOf(answer: unknown, name: string): readonly unknown[] {
  const list = fieldOf(answer, name);
  return Array.isArray(list) ? list : [];
}

/** Returns an amount of an answer, in base units; 0 where it has none. */
export function unitsOf(answer: unknown, name: string): bigint {
  const units = fieldOf(answer, name);
  return typeof units === 'string' ? BigInt(units) : 0n;
}

function requireOk(answer: unknown): void {
  const status = fieldOf(answer, 'status');
  if (status !== 'OK') throw new ChainUnavailableError(`a node answers: ${String(status)}`);
}
