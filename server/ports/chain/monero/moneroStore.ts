import type {
  MoneroAddressRow,
  MoneroCoinRow,
  MoneroSendRow,
  MoneroSpendRow,
  MoneroTransactionRow,
  NewMoneroTransaction,
} from '../../../db/tables/monero.ts';
import type { StorageTransaction } from '../chainGateway.ts';

/** A payment with its transaction. */
export interface StoredSend {
  send: MoneroSendRow;
  transaction: MoneroTransactionRow;
}

export interface NewPayments {
  transaction: NewMoneroTransaction;
  sends: readonly MoneroSendRow[];
  /** The coins that the transaction spends */
  keyImages: readonly string[];
}

/** A transaction of ours that is not final, with its payments and the coins that it spends. */
export interface UnsettledTransaction extends MoneroTransactionRow {
  sends: MoneroSendRow[];
  keyImages: string[];
}

/** Stores one Monero network. A payment is stored before anything is broadcast. */
export interface MoneroStore {
  /** Returns the height from which a new file of the wallet reads: that of the first call. */
  restoreHeight(height: number): Promise<number>;
  /** Stores an address that is given out; does nothing when it is stored. */
  addAddress(keyIndex: number, address: string): Promise<void>;
  /** Returns those of the addresses that were given out. */
  findAddresses(addresses: readonly string[]): Promise<MoneroAddressRow[]>;
  /** Returns the highest index that was given out; 0 when none was. */
  highestIndex(): Promise<number>;

  /** Returns which transaction made the coins with these public keys, of those that are stored. */
  findCoins(publicKeys: readonly string[]): Promise<MoneroCoinRow[]>;
  /** Stores coins, unless another one has the public key. Returns those that are stored under the public keys. */
  claimCoins(coins: readonly MoneroCoinRow[]): Promise<MoneroCoinRow[]>;

  find(idempotencyKey: string): Promise<StoredSend | undefined>;
  /** Returns transactions that are not final, oldest first. */
  listUnsettled(): Promise<UnsettledTransaction[]>;
  /** Returns those of the transactions that are ours and have not failed. */
  filterKnown(txHashes: readonly string[]): Promise<string[]>;
  /** Returns those of the transactions that are ours, failed ones too. */
  filterOurs(txHashes: readonly string[]): Promise<string[]>;
  /** Returns the payments of a transaction; none when it is not ours. */
  listSends(txHash: string): Promise<MoneroSendRow[]>;
  /**
   * Stores payments with their transaction in one database transaction, after `fence`. Returns false when a key or a coin is taken.
   * Throws the error of `fence`.
   */
  insert(payments: NewPayments, fence?: (storage: StorageTransaction) => Promise<unknown>): Promise<boolean>;
  /** Stores payments in the caller's transaction. Throws when a key or a coin is taken. */
  insertWithin(storage: StorageTransaction, payments: NewPayments): Promise<void>;
  /** Stores the height at which another transaction was first seen to have spent its coins; null when none has. */
  noteConflict(txHash: string, height: number | null): Promise<void>;
  /** Marks a transaction as final. A failed one releases its coins. `failure`: why it failed; null when it is confirmed. */
  settle(txHash: string, failure: string | null): Promise<void>;

  /** Returns the last of the final transactions that left the treasury; undefined before the first one. */
  lastSpend(): Promise<MoneroSpendRow | undefined>;
  /** Stores final transactions that left the treasury, unless another process has. */
  addSpends(spends: readonly MoneroSpendRow[]): Promise<void>;
  /** Returns some of them from a position on, without a gap, in the order of the network. */
  listSpends(position: number): Promise<MoneroSpendRow[]>;
  /** Returns the first of them, from a position on, that is no payment of the books, or a failed one; undefined when all are. */
  firstUnknownSpend(from: number): Promise<number | undefined>;
  /** Returns how many of them were acknowledged; `mined`, which it stores, if none were yet. */
  acknowledged(mined: number): Promise<number>;
  /** Stores, in the caller's transaction, that the first `mined` of them are known. */
  acknowledge(storage: StorageTransaction, mined: number): Promise<void>;
}
