import type {
  BitcoinBlockRow,
  BitcoinCoinRow,
  BitcoinSendInputRow,
  BitcoinSendRow,
  BitcoinTransactionRow,
  NewBitcoinCoin,
  NewBitcoinTransaction,
} from '../../../db/tables/bitcoin.ts';
import type { StorageTransaction } from '../chainGateway.ts';
import type { CoinName } from './rawTransaction.ts';

/** What a block shows of our addresses. */
export interface ReadBlock extends BitcoinBlockRow {
  coins: readonly NewBitcoinCoin[];
  /** Coins of ours, earlier ones or those of this block, with the hash of the transaction that spends each of them; in the block's order */
  spends: readonly (CoinName & { spentBy: string })[];
}

/** A payment with its transaction. */
export interface StoredSend {
  send: BitcoinSendRow;
  transaction: BitcoinTransactionRow;
}

export interface NewPayments {
  transaction: NewBitcoinTransaction;
  sends: readonly BitcoinSendRow[];
  inputs: readonly CoinName[];
}

/** A transaction of ours that is not final, with the coins that it spends. */
export interface UnsettledTransaction extends BitcoinTransactionRow {
  inputs: BitcoinSendInputRow[];
}

/** Stores one network: the blocks that were read, and the payments. A payment is stored before anything is broadcast. */
export interface BitcoinStore {
  /** Stores an address that is given out; does nothing when it is stored. */
  addScript(keyIndex: number, script: string): Promise<void>;
  /** Returns the addresses from an index on that were given out, by index. */
  listScripts(fromIndex: number): Promise<{ keyIndex: number; script: string }[]>;

  /** Returns the newest block that was read; undefined before the first one. */
  tip(): Promise<BitcoinBlockRow | undefined>;
  /** Returns a block that was read; undefined when it was not, or too long ago. */
  blockAt(height: number): Promise<BitcoinBlockRow | undefined>;
  /** Stores a block on top of `parent`. Returns false when another process has read or removed blocks: re-read. */
  addBlock(block: ReadBlock, parent: BitcoinBlockRow | undefined): Promise<boolean>;
  /** Forgets the blocks above a height, because of a reorg. Does nothing when `tip` is not the newest block. */
  removeAbove(height: number, tip: BitcoinBlockRow): Promise<void>;

  /** Returns coins of addresses in blocks above a height, oldest first. */
  listArrivals(keyIndexes: readonly number[], aboveHeight: number): Promise<BitcoinCoinRow[]>;
  /** Returns the coins that no block spends. */
  listUnspent(): Promise<BitcoinCoinRow[]>;
  /** Returns the height of the block of a transaction that pays or spends coins of ours; undefined when none was read. */
  heightOf(txHash: string): Promise<number | undefined>;
  /** Returns the coins that transactions of ours spend, as the blocks show them. */
  findCoins(names: readonly CoinName[]): Promise<BitcoinCoinRow[]>;

  find(idempotencyKey: string): Promise<StoredSend | undefined>;
  /** Returns transactions that are not final, oldest first: the order in which they must reach the network. */
  listUnsettled(): Promise<UnsettledTransaction[]>;
  /** Returns the payments that a transaction makes, by idempotency key. */
  listSends(txHash: string): Promise<BitcoinSendRow[]>;
  /** Returns those transactions that raise the fee of another one and did not fail. */
  listBumps(txHash: string): Promise<BitcoinTransactionRow[]>;
  /** Returns which of these transactions of ours have failed permanently. */
  listFailed(txHashes: readonly string[]): Promise<string[]>;
  /** Returns the coins that a transaction of ours spends; none once it failed. */
  listInputs(txHash: string): Promise<CoinName[]>;
  /** Returns the outputs that transactions of ours created as their change. */
  listChange(txHashes: readonly string[]): Promise<CoinName[]>;
  /**
   * Stores a transaction and the payments that it makes. Runs `fence` before, in the same database transaction. Returns false when a key or a
   * coin is taken, or when `fence` calls `requireUnspent` and that throws. Any other error of `fence` is thrown.
   */
  insert(payments: NewPayments, fence?: (storage: StorageTransaction) => Promise<unknown>): Promise<boolean>;
  /** Throws when a block that was read spends one of the coins. To be called by the `fence` of `insert`. */
  requireUnspent(storage: StorageTransaction, coins: readonly CoinName[]): Promise<void>;
  /** Stores payments in the caller's transaction. Throws when a key or a coin is taken. */
  insertWithin(storage: StorageTransaction, payments: NewPayments): Promise<void>;
  /** Marks a transaction as final. A failed one releases its coins. `failure`: why it failed; null when it is confirmed. */
  settle(txHash: string, failure: string | null): Promise<void>;

  /** Returns how many transactions in blocks spent coins of ours. */
  countSpends(): Promise<number>;
  /** Returns the first of them, from a position on, that is no payment of the books; undefined when all are. */
  firstUnknownSpend(from: number): Promise<number | undefined>;
  /** Returns some of them from a position on, without a gap, in the order of the network. `isKnown`: it is in the books. */
  listSpends(
    position: number,
  ): Promise<{ position: number; txHash: string; blockHeight: number; blockHash: string; isKnown: boolean }[]>;
  /** Returns how many of them were acknowledged; `mined`, which it stores, if none were yet. */
  acknowledged(mined: number): Promise<number>;
  /** Stores, in the caller's transaction, that the first `mined` of them are known. */
  acknowledge(storage: StorageTransaction, mined: number): Promise<void>;
}
