import type { NewTronSend, TronReaderRow, TronSendRow } from '../../../db/tables/tron.ts';
import type { StorageTransaction } from '../chainGateway.ts';

/** Stores one network: the payments, and what left the treasury. A payment is stored before anything is broadcast. */
export interface TronStore {
  /** Returns the transaction of a payment that is not dead; undefined when there is none. */
  find(idempotencyKey: string): Promise<TronSendRow | undefined>;
  /** Returns transactions that are not final, oldest first. */
  listPending(fromAddress?: string): Promise<TronSendRow[]>;
  /** Stores a transaction after `fence`. Returns false when its key has one that is not dead. Throws the error of `fence`. */
  insert(send: NewTronSend, fence?: (storage: StorageTransaction) => Promise<unknown>): Promise<boolean>;
  /** Stores a transaction in the caller's transaction, in place of one with its hash that was called dead. Returns false as `insert`. */
  insertWithin(storage: StorageTransaction, send: NewTronSend): Promise<boolean>;
  /** Marks a transaction as final. Does nothing when it was marked. */
  settle(txHash: string, outcome: 'CONFIRMED' | 'FAILED' | 'EXPIRED'): Promise<void>;

  /** Returns up to where the treasury's transactions were read; undefined before the first time. */
  reader(): Promise<TronReaderRow | undefined>;
  /**
   * Stores that blocks up to `to` were read, with the transactions that they contain, in their order. Does nothing when another process
   * has read further than `from`; undefined: nobody has read.
   */
  advance(from: TronReaderRow | undefined, to: TronReaderRow, txHashes: readonly string[]): Promise<void>;
  countOutgoing(): Promise<number>;
  /** Returns the first transaction of the treasury, from a position on, that is no payment of the books; undefined when all are. */
  firstUnknown(from: number): Promise<number | undefined>;
  /** Returns those of the transactions that are payments of the books. */
  findKnown(txHashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns some transactions of the treasury from a position on, without a gap. */
  listOutgoing(position: number): Promise<{ position: number; tx_hash: string }[]>;
  /** Returns how many of them were acknowledged; `mined`, which it stores, if none were yet. */
  acknowledged(mined: number): Promise<number>;
  /** Stores, in the caller's transaction, that the first `mined` of them are known. */
  acknowledge(storage: StorageTransaction, mined: number): Promise<void>;
}
