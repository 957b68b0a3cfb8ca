import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesOf, decodeFields, numberOf } from './protobuf.ts';
import {
  cloneLedger,
  execute,
  USUAL_PRICES,
  type DecodedTransaction,
  type Execution,
  type InternalCall,
  type Ledger,
  type Prices,
} from './ledger.ts';

export interface Mined extends DecodedTransaction {
  execution: Execution;
}

export interface Block {
  number: number;
  hash: string;
  parentHash: string;
  time: number;
  mined: Mined[];
  after: Ledger;
}

const BLOCK_MS = 3_000;
const DAY_MS = 86_400_000;

/**
 * Creates a chain as TRON's nodes show it: blocks every three seconds of its own time, a pool of transactions, forks, fees. It is a
 * stand-in: it follows the documents, and was never compared with a real node.
 *
 * `solidAfter`: how many newer blocks make a block solid; on the real network about 19.
 */
export function createTronChain(genesis: { hash: string; time: number; ledger: Ledger }, solidAfter: number) {
  const blocks: Block[] = [
    { number: 0, hash: genesis.hash, parentHash: '0'.repeat(64), time: genesis.time, mined: [], after: genesis.ledger },
  ];
  const pool = new Map<string, DecodedTransaction>();
  /** A node refuses what it has seen, also when no block includes it. */
  const seen = new Set<string>();
  let prices = USUAL_PRICES;
  let isStuck = false;
  let branch = 0;

  const head = (): Block => {
    const block = blocks.at(-1);
    if (!block) throw new Error('a chain has blocks');
    return block;
  };
  const isExpired = ({ expiration }: DecodedTransaction, time: number): boolean => expiration <= time;

  /** Returns whether the block that a transaction names is on the chain. */
  function isOnChain({ referenceBytes, referenceHash }: DecodedTransaction): boolean {
    return blocks.some(
      ({ number, hash }) =>
        number.toString(16).padStart(16, '0').slice(-4) === referenceBytes && hash.slice(16, 32) === referenceHash,
    );
  }

  /** Returns the ledger with what waits in the pool: nodes show it as the state of their newest block. */
  function withPool(): Ledger {
    const ledger = cloneLedger(head().after);
    for (const transaction of pool.values()) execute(ledger, transaction, prices);
    return ledger;
  }

  function mineBlock(): void {
    const parent = head();
    const after = cloneLedger(parent.after);
    const mined: Mined[] = [];
    for (const [txHash, transaction] of isStuck ? [] : pool) {
      const execution =
        isExpired(transaction, parent.time) || !isOnChain(transaction) ? 'INVALID' : execute(after, transaction, prices);
      if (typeof execution !== 'string') mined.push({ ...transaction, execution });
      pool.delete(txHash);
    }
    const number = parent.number + 1;
    const seed = `${parent.hash} ${branch} ${mined.map(({ txHash }) => txHash).join(' ')}`;
    const hash = `${number.toString(16).padStart(16, '0')}${createHash('sha256').update(seed).digest('hex').slice(16)}`;
    blocks.push({ number, hash, parentHash: parent.hash, time: parent.time + BLOCK_MS, mined, after });
  }

  return {
    head,
    blockAt: (number: number): Block | undefined => blocks[number],
    solidNumber: (height: number): number => Math.max(0, height - solidAfter),
    withPool,
    prices: (): Prices => prices,
    setPrices(factor: bigint) {
      prices = { ...USUAL_PRICES, bandwidth: USUAL_PRICES.bandwidth * factor, energy: USUAL_PRICES.energy * factor };
    },
    setStuck(value: boolean) {
      isStuck = value;
    },
    pool,
    /** Takes signed bytes as a node does, and what the called contract will do. Returns the node's code. */
    broadcast(hex: string, internal: readonly InternalCall[] = []): string {
      const decoded = decodeTransaction(hex);
      if (typeof decoded === 'string') return decoded;
      const transaction = { ...decoded, internal };
      if (seen.has(transaction.txHash)) return 'DUP_TRANSACTION_ERROR';
      const { time } = head();
      if (isExpired(transaction, time) || transaction.expiration > time + DAY_MS) return 'TRANSACTION_EXPIRATION_ERROR';
      if (!isOnChain(transaction)) return 'TAPOS_ERROR';
      const execution = execute(withPool(), transaction, prices);
      if (typeof execution === 'string') return execution;
      seen.add(transaction.txHash);
      pool.set(transaction.txHash, transaction);
      return 'SUCCESS';
    },
    /** Loses what waits, while the nodes still call it known. */
    losePool() {
      pool.clear();
    },
    mine(count: number) {
      for (let mined = 0; mined < count; mined += 1) mineBlock();
    },
    /** Removes the newest blocks. Transactions that `returns` return to the pool. */
    remove(count: number, returns: (transaction: Mined) => boolean) {
      branch += 1;
      const removed = blocks.splice(blocks.length - count, count);
      for (const transaction of removed.flatMap(({ mined }) => mined))
        if (returns(transaction)) pool.set(transaction.txHash, transaction);
    },
    find(txHash: string): { block: Block; transaction: Mined } | undefined {
      for (const block of blocks.toReversed()) {
        const transaction = block.mined.find((one) => one.txHash === txHash);
        if (transaction) return { block, transaction };
      }
      return undefined;
    },
  };
}
export type TronChainStandin = ReturnType<typeof createTronChain>;

/** Decodes signed bytes; returns a node's code for those that it refuses. */
function decodeTransaction(hex: string): Omit<DecodedTransaction, 'internal'> | string {
  const signed = decodeFields(Buffer.from(hex, 'hex'));
  const rawBytes = bytesOf(signed, 1);
  const raw = decodeFields(rawBytes);
  const contract = decodeFields(bytesOf(raw, 11));
  const isTransfer = numberOf(contract, 1) === 1n;
  const call = decodeFields(bytesOf(decodeFields(bytesOf(contract, 2)), 2));
  const id = createHash('sha256').update(rawBytes).digest();
  const signature = bytesOf(signed, 2);
  const owner = bytesOf(call, 1).toString('hex');
  if (signerOf(id, signature) !== owner) return 'SIGERROR';
  return {
    txHash: id.toString('hex'),
    bytes: hex,
    rawHex: rawBytes.toString('hex'),
    signature: signature.toString('hex'),
    owner,
    to: bytesOf(call, 2).toString('hex'),
    type: isTransfer ? 'TransferContract' : 'TriggerSmartContract',
    units: isTransfer ? numberOf(call, 3) : 0n,
    data: isTransfer ? '' : bytesOf(call, 4).toString('hex'),
    referenceBytes: bytesOf(raw, 1).toString('hex'),
    referenceHash: bytesOf(raw, 4).toString('hex'),
    expiration: Number(numberOf(raw, 8)),
    timestamp: Number(numberOf(raw, 14)),
    feeLimit: numberOf(raw, 18),
  };
}

function signerOf(hash: Uint8Array, signature: Buffer): string {
  const ordered = Uint8Array.from([signature[64] ?? 0, ...signature.subarray(0, 64)]);
  const key = secp256k1.recoverPublicKey(ordered, hash, { prehash: false });
  const digest = keccak_256(secp256k1.Point.fromBytes(key).toBytes(false).subarray(1));
  return `41${Buffer.from(digest).toString('hex').slice(-40)}`;
}
