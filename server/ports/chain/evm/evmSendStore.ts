import type { Decimal } from '../../../../contract/money.ts';
import type { SendFence } from '../chainGateway.ts';

/** A payment of ours on an account-based network. It is stored before anything is broadcast. */
export interface EvmSend {
  idempotency_key: string;
  instrument: string;
  from_index: number;
  from_address: string;
  to_address: string;
  /** In the instrument. */
  amount: Decimal;
  nonce: number;
  /** 1 once it is final (confirmed or failed) and needs no more broadcasts. */
  settled: number;
  /** In ms since 1970. */
  created_at: number;
}

/** A stored payment, with what the network did to it. */
export interface StoredEvmSend extends EvmSend {
  /** The transaction of another sender that used its nonce, as the nodes show it. */
  conflicting_hash: string | null;
  /** Why it failed for good; null while it has not. */
  failure: string | null;
}

/** A signed transaction of a payment. All attempts of a payment share its nonce, so at most one can be mined. */
export interface EvmSendAttempt {
  idempotency_key: string;
  tx_hash: string;
  /** The broadcast bytes as 0x…, so that they can be broadcast again after a crash. */
  raw_transaction: string;
  /** The highest possible fee, in the network's native instrument. */
  max_fee: Decimal;
  /** In ms since 1970. */
  created_at: number;
}

/** Stores the payments of one network. */
export interface EvmSendStore {
  find(idempotencyKey: string): Promise<StoredEvmSend | undefined>;
  /** Returns payments that are not final, by address and nonce: the order in which they must reach the network. */
  listUnsettled(fromAddress?: string): Promise<StoredEvmSend[]>;
  /** Returns the attempts of a payment, oldest first. The last one pays the highest fee. */
  listAttempts(idempotencyKey: string): Promise<EvmSendAttempt[]>;
  /** Returns the nonce after the highest stored one of the address, or 0. */
  nextNonce(fromAddress: string): Promise<number>;
  /**
   * Stores a payment with its first attempt in one transaction, after `fence`. Returns false when the key or the nonce is
   * taken. Throws the error of `fence`.
   */
  insert(send: EvmSend, attempt: EvmSendAttempt, fence?: SendFence): Promise<boolean>;
  /** Does nothing when the attempt is stored already: two processes that bump a fee at the same moment sign the same transaction. */
  insertAttempt(attempt: EvmSendAttempt): Promise<void>;
  /** Marks a payment as final. `failure`: why it failed; null when it is confirmed. */
  settle(idempotencyKey: string, failure: string | null): Promise<void>;
  /** Stores which transaction of another sender used the payment's nonce; null: none that is part of the chain. */
  writeConflictingHash(idempotencyKey: string, conflictingHash: string | null): Promise<void>;
}
