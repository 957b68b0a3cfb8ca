import type { Decimal } from '../../../contract/money.ts';

/** A transfer to one of our addresses, as a network shows it. Amounts in the instrument named. */
export interface IncomingTransfer {
  txHash: string;
  /** Which output, log or instruction of the transaction: (txHash, index) names a transfer for ever. */
  index: number;
  instrumentSlug: string;
  toAddress: string;
  memo: string | null;
  amount: Decimal;
  /** null while the transaction is in no block */
  blockHeight: number | null;
  /** When its block was made, by the network's own word, milliseconds since 1970; null while it is in none. */
  blockTime: number | null;
  /** 0 while in no block */
  confirmations: number;
}

/** The block that holds a transaction now. */
export interface TransactionPlace {
  blockHeight: number;
  /** 1 when it is the newest block */
  confirmations: number;
}

export interface SendRequest {
  /** Same key, same transfer: a second call never pays twice, whatever crashed in between. */
  idempotencyKey: string;
  instrumentSlug: string;
  /** HD index of the paying address: 0 is the treasury (D35), an order's deposit index when sweeping. */
  fromIndex: number;
  toAddress: string;
  memo: string | null;
  amount: Decimal;
}

/** A transaction of the database. Ports know nothing of it: they pass it to a fence. */
export type StorageTransaction = object;

/** Runs in the transaction that stores a payment. Throws when the payment must not be sent any more. Then nothing is sent. */
export type SendFence = (transaction: StorageTransaction) => Promise<void>;

export const FEE_ABOVE_LIMIT = 'FEE_ABOVE_LIMIT';
export type SendDelay = typeof FEE_ABOVE_LIMIT;

export type SendState =
  | { state: 'unknown' }
  /** `delay`: it will stay so for a while, since the network costs more than this host pays. */
  | { state: 'pending'; txHash: string; delay?: SendDelay }
  | { state: 'confirmed'; txHash: string; confirmations: number; feePaid: { instrumentSlug: string; amount: Decimal } }
  /** The network refused it for good; the money did not move. A transaction that failed in a block has cost its fee all the same. */
  | { state: 'failed'; reason: string; feePaid?: { instrumentSlug: string; amount: Decimal } };

/** Thrown when a network can't be reached or answers nonsense. What was asked may or may not have happened. */
export class ChainUnavailableError extends Error {
  override readonly name = 'ChainUnavailableError';
}
/** Thrown when a network answers, but can't say what became of this one payment. */
export class SendUndecidedError extends ChainUnavailableError {}
/** Thrown when the network would refuse the transfer (balance, address); nothing was sent. */
export class ChainRefusedError extends Error {
  override readonly name = 'ChainRefusedError';
}

/**
 * One network. Implementations: `embedded/` (D12) and `evm/` (viem). Deposits come to an address per order
 * (`depositIndex`), or on memo networks to one shared address with a memo per order.
 */
export interface ChainGateway {
  readonly networkSlug: string;
  /** With so many confirmations a payment of ours counts as done: until then its block may leave the chain again. */
  readonly finalAfter: number;
  /** Where a person can look at a transaction: an explorer's page, or a path of this site; null where there is none. */
  transactionUrl(txHash: string): string | null;
  /** Deterministic: the same index always gives the same address. Index 0 is the treasury. */
  addressAt(index: number): Promise<{ address: string; memo: string | null }>;
  /**
   * Transfers to `watched` addresses. The answer repeats every transfer that is not yet `untilConfirmations` deep,
   * and each deeper one at least once after `cursor`; callers recognise repeats by (txHash, index). `through`: a look at
   * the past by somebody who asks for no later block, and need not wait until they are read; they may be in the answer all the
   * same. Whether it succeeds changes nothing for those who watch, nor what `probe` says of them. `isBlind`: there may be more
   * that the nodes have no means to show, such as coins that a contract passed on in a block whose state they threw away.
   * `readUntil`: when the newest block of the answer was made, where the network may have newer ones than were read;
   * without it everything that came before the question is in the answers.
   */
  incoming(input: { watched: readonly string[]; cursor: string | null; untilConfirmations: number; through?: number }): Promise<{
    transfers: IncomingTransfer[];
    cursor: string;
    isBlind?: boolean;
    readUntil?: number;
  }>;
  /**
   * Where a transaction is, by the hash that `incoming` names it with. Null when no block of the chain holds it: it waits
   * for one, was replaced, left the chain with its block, failed, or never was. Rejects with ChainUnavailableError also
   * when the nodes say different things.
   */
  locate(txHash: string): Promise<TransactionPlace | null>;
  /** Confirmed balance of the address at `index`. */
  balance(index: number, instrumentSlug: string): Promise<Decimal>;
  /**
   * What one transfer of the instrument costs now, in the network's native instrument, and never more than this host pays.
   * `delay`: nothing leaves now, since the network asks for more than that.
   */
  estimateFee(instrumentSlug: string): Promise<{ instrumentSlug: string; amount: Decimal; delay?: SendDelay }>;
  /**
   * `fence` decides about a payment that is new to the network: whoever asked may have been stopped for so long that the
   * payment is somebody else's by now. Rejects with what the fence throws.
   */
  send(request: SendRequest, fence?: SendFence): Promise<{ txHash: string }>;
  sendState(idempotencyKey: string): Promise<SendState>;
  /** Rejects with ChainUnavailableError when the network doesn't answer; used for health and pausing (D26). */
  probe(): Promise<{ height: number }>;
  /** Starts what must run by itself (mining); returns the stop. */
  start?(): () => Promise<void>;
}

/** Network slug → gateway; a network that is not configured has none and its instruments are inactive (D12). */
export type ChainGateways = ReadonlyMap<string, ChainGateway>;
