import type { EvmSendAttemptTable, EvmSendRow, NewEvmSend, NewEvmSendAttempt } from '../../../db/tables/chain.ts';
import type { StorageTransaction } from '../chainGateway.ts';

/** Whether a batch moves it, whose transaction another row has. The row of the batch itself is no part of it. */
export function isInBatch({ batch_key, idempotency_key }: Pick<EvmSendRow, 'batch_key' | 'idempotency_key'>): boolean {
  return batch_key !== null && batch_key !== idempotency_key;
}

/** Stores the payments of one network. A payment is stored before anything is broadcast. */
export interface EvmSendStore {
  find(idempotencyKey: string): Promise<EvmSendRow | undefined>;
  /** Returns payments that are not final, by address and nonce: the order in which they must reach the network. */
  listUnsettled(fromAddress?: string): Promise<EvmSendRow[]>;
  /** Returns the attempts of a payment, oldest first. The last one pays the highest fee. */
  listAttempts(idempotencyKey: string): Promise<EvmSendAttemptTable[]>;
  /** Returns the nonce after the highest stored one of the address, or 0. */
  nextNonce(fromAddress: string): Promise<number>;
  /** Returns the payment of an address that has a nonce. */
  findAt(fromAddress: string, nonce: number): Promise<EvmSendRow | undefined>;
  /**
   * Returns the lowest nonce of an address, from one on, that a payment of the books has and that a transaction used which is not in the
   * books; undefined when there is none.
   */
  firstTakenNonce(fromAddress: string, from: number): Promise<number | undefined>;
  /** Returns how many transactions of a treasury were acknowledged; `mined`, which it stores, if none were yet. */
  acknowledged(address: string, mined: number): Promise<number>;
  /** Stores, in the caller's transaction, that the first `mined` transactions of a treasury are known. */
  acknowledge(transaction: StorageTransaction, address: string, mined: number): Promise<void>;
  /**
   * Stores a payment with its first attempt in one transaction, after `fence`. Returns false when the key or the nonce is
   * taken. Throws the error of `fence`.
   */
  insert(
    send: NewEvmSend,
    attempt: NewEvmSendAttempt,
    fence?: (transaction: StorageTransaction) => Promise<unknown>,
  ): Promise<boolean>;
  /** Stores a batch, what it moves, and its first attempt, as `insert` does: all of them or nothing. */
  insertBatch(
    batch: NewEvmSend,
    moved: readonly NewEvmSend[],
    attempt: NewEvmSendAttempt,
    fence?: (transaction: StorageTransaction) => Promise<unknown>,
  ): Promise<boolean>;
  /** Returns what a batch moves, in the order in which they share its fee. */
  listMoved(batchKey: string): Promise<EvmSendRow[]>;
  /** Lets another payment of its address have the nonce of a payment that failed without using it. */
  releaseNonce(idempotencyKey: string): Promise<void>;
  /**
   * Stores a payment that the network has made, in the caller's transaction. Its nonce is taken from a payment that the same transaction has
   * kept from using it. Returns false when the key or the nonce is taken.
   */
  insertAdopted(transaction: StorageTransaction, send: NewEvmSend, attempt: NewEvmSendAttempt): Promise<boolean>;
  /** Does nothing when the attempt is stored already: two processes that bump a fee at the same moment sign the same transaction. */
  insertAttempt(attempt: NewEvmSendAttempt): Promise<void>;
  /** Marks a payment as final. `failure`: why it failed; null when it is confirmed. */
  settle(idempotencyKey: string, failure: string | null): Promise<void>;
  /** Stores which transaction of another sender used the payment's nonce; null: none that is part of the chain. */
  writeConflictingHash(idempotencyKey: string, conflictingHash: string | null): Promise<void>;
}
