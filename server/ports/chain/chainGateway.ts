import type { Decimal } from '../../../contract/money.ts';
import type { AddressIndex } from '../../common/addressIndex.ts';

/** A transfer to one of our addresses, as a network shows it. Amounts in the instrument named. */
export interface IncomingTransfer {
  txHash: string;
  /** Which output, log or instruction of the transaction. (txHash, index) identifies a transfer permanently. */
  index: number;
  instrumentSlug: string;
  toAddress: string;
  memo: string | null;
  amount: Decimal;
  /** null while the transaction is in the mempool */
  blockHeight: number | null;
  /** The block's timestamp in ms since 1970; null while the transaction is in the mempool */
  blockTime: number | null;
  /** 0 while in the mempool */
  confirmations: number;
}

/** The block that includes a transaction now. */
export interface TransactionPlace {
  blockHeight: number;
  /** 1 when it is the newest block */
  confirmations: number;
}

export interface SendRequest {
  /** A second call with the same key never pays twice, whatever crashed in between. */
  idempotencyKey: string;
  instrumentSlug: string;
  /** HD index of the paying address: the treasury's (D35), an order's deposit index when sweeping. */
  fromIndex: AddressIndex;
  toAddress: string;
  memo: string | null;
  amount: Decimal;
  /** Fee to pay, exactly, in the network's native instrument. Without it, the network's current fee. */
  fee?: Decimal;
  /** How many times the usual gas a contract that receives the native coin may use; by default five times */
  gasFactor?: Decimal;
}

/** Tokens at a deposit address, to be collected for the treasury. Amount in the instrument. */
export type CollectRequest = Pick<SendRequest, 'idempotencyKey' | 'instrumentSlug' | 'fromIndex' | 'amount'>;

/** A transaction of the database. Its type is unknown to ports: they only pass it to a fence. */
export type StorageTransaction = object;

/** Runs after a payment is stored and before it is broadcast. When it throws, the payment is broadcast later. */
export type BeforeBroadcast = () => Promise<void>;

/**
 * Runs in the transaction that stores a payment. Throws when the payment must not be sent any more. Then nothing is sent. Returns what
 * must be done before the payment is broadcast.
 */
export type SendFence = (transaction: StorageTransaction) => Promise<BeforeBroadcast | undefined>;

export const FEE_ABOVE_LIMIT = 'FEE_ABOVE_LIMIT';
export type SendDelay = typeof FEE_ABOVE_LIMIT;

export type SendState =
  | { state: 'unknown' }
  /** `delay`: it stays pending for a while, because the fee exceeds the limit. */
  | { state: 'pending'; txHash: string; delay?: SendDelay }
  /**
   * `arrived`: what the recipient got, in the instrument, where that is less than was sent. `proof`: on a network whose blocks don't show
   * who was paid, what proves it to anybody; in the network's own format, once the payment is final.
   */
  | {
      state: 'confirmed';
      txHash: string;
      confirmations: number;
      /** Of payments that share a transaction, each has its share. The sum of the shares is the transaction's fee. */
      feePaid: { instrumentSlug: string; amount: Decimal };
      arrived?: Decimal;
      proof?: string;
    }
  /** It can't happen any more. No money moved. A transaction that failed in a block has cost its fee. */
  | { state: 'failed'; reason: string; feePaid?: { instrumentSlug: string; amount: Decimal } };

/** A network can't be reached, or its answer is invalid. The request may or may not have been carried out. */
export class ChainUnavailableError extends Error {
  override readonly name = 'ChainUnavailableError';
}
/** A network answers, but its nodes can't tell the state of this payment. */
export class SendUndecidedError extends ChainUnavailableError {}
/** The network would refuse the transfer (balance, address). Nothing was sent. */
export class ChainRefusedError extends Error {
  override readonly name = 'ChainRefusedError';
}
export const FUNDS_LOCKED = 'FUNDS_LOCKED';
/**
 * The treasury has enough, but some of it can't be spent yet: a deposit or change waits for confirmations. Nothing was sent, and the
 * same payment works later. Its message is FUNDS_LOCKED.
 */
export class FundsLockedError extends ChainRefusedError {
  constructor() {
    super(FUNDS_LOCKED);
  }
}
/** The paying address lacks the funds, or the network asks for more than the exact fee. Another address may be able to pay. */
export class PayerRefusedError extends ChainRefusedError {}

export const RECIPIENT_BLOCKED = 'RECIPIENT_BLOCKED';
/** The network would refuse the transfer because the token blocks the recipient. Its message is RECIPIENT_BLOCKED. */
export class RecipientBlockedError extends ChainRefusedError {
  constructor() {
    super(RECIPIENT_BLOCKED);
  }
}

export const BELOW_LEAST_PAYMENT = 'BELOW_LEAST_PAYMENT';
/** The network would not deliver so little to the recipient (D78, `ChainGateway.leastPayment`). Its message is BELOW_LEAST_PAYMENT. */
export class BelowLeastPaymentError extends ChainRefusedError {
  constructor() {
    super(BELOW_LEAST_PAYMENT);
  }
}

export const BOOKS_BEHIND = 'BOOKS_BEHIND';
/** The network has mined more transactions of the treasury than the books know (D73). Its message is BOOKS_BEHIND. */
export class BooksBehindError extends ChainRefusedError {
  readonly mined: number;
  readonly known: number;
  constructor(mined: number, known: number) {
    super(BOOKS_BEHIND);
    this.mined = mined;
    this.known = known;
  }
}

/** How many transactions of a treasury the network has, and how many of them the books know, counted from the first one. */
export interface TreasuryCount {
  mined: number;
  /** With those that wait to be mined */
  pending: number;
  known: number;
}

/** What a transaction moved from the treasury to one address. Amount in the instrument. */
export interface OutgoingTransfer {
  instrumentSlug: string;
  toAddress: string;
  memo: string | null;
  amount: Decimal;
}

/** A transaction that the treasury sent. */
export interface OutgoingTransaction {
  /** Which transaction of the treasury, counted from 0 */
  position: number;
  txHash: string;
  /** Empty for a transaction that failed. It has cost its fee. */
  transfers: OutgoingTransfer[];
  /** In the network's native instrument */
  fee: Decimal;
}

/** A transaction that the treasury sent, beside what the books know. */
export interface RecordedTransaction extends OutgoingTransaction {
  /** The books hold it: as a payment that was on its way when they were copied, or that followed one which they do not hold. */
  isKnown: boolean;
}

/** Collects tokens of several deposit addresses in one transaction, whose fee the treasury pays. Methods throw ChainUnavailableError. */
export interface TokenCollection {
  /** Whether every node that must agree shows the contract that collects, exactly as this host was built with. */
  isReady(): Promise<boolean>;
  /** A transaction with these data and a value of zero deploys the contract. Any account may send it. `address`: the contract's address */
  readonly deployment: { to: string; data: string; address: string };
  /** Returns the fee of one transaction that collects these, in the network's native instrument; null while there can be none. */
  estimate(requests: readonly Omit<CollectRequest, 'idempotencyKey'>[]): Promise<Decimal | null>;
  /**
   * Collects what can be collected in one transaction and returns its hash by key. A request is left out while its address has a send
   * that is not settled or lacks the coins. A key that was used is broadcast again and collects nothing twice. `fence` is called once for
   * the new ones. Throws as `send` does. Each key has its own `sendState` and its exact share of the fee.
   */
  send(requests: readonly CollectRequest[], fence?: SendFence): Promise<ReadonlyMap<string, string>>;
}

/** What left the treasury as the network shows it, beside what the books know (D73). Methods throw ChainUnavailableError. */
export interface TreasuryRecords {
  count(): Promise<TreasuryCount>;
  /** Returns transactions that are final, by position: some of those from `position` on, without a gap. */
  list(position: number): Promise<RecordedTransaction[]>;
  /**
   * Makes the transfer at `place` of a transaction the one of a payment that was not sent: `sendState` reports it with its share of the
   * fee, and `send` never sends the payment again. Several payments may adopt transfers of one transaction where it has several.
   * Returns the function that stores this in the caller's transaction. It throws when the key is used.
   * Throws ChainRefusedError when the books hold a payment for each such transfer.
   */
  adopt(
    request: SendRequest,
    transaction: OutgoingTransaction,
    place: number,
  ): Promise<(storage: StorageTransaction) => Promise<void>>;
  /** Stores that the books know the first `mined` transactions. They never know fewer again. */
  acknowledge(storage: StorageTransaction, mined: number): Promise<void>;
  /**
   * Returns what a transaction moved from the address at `index`, and the fee if that address paid it; null when no block has it, or it moved
   * nothing from there. Present where deposits arrive at addresses of their own.
   */
  movedFrom?(index: AddressIndex, txHash: string): Promise<MovedFrom | null>;
}

/** What a transaction moved from one address. The fee is in the network's native instrument; '0' when another address paid it. */
export type MovedFrom = Pick<OutgoingTransaction, 'transfers' | 'fee'>;

/** What a node of a network shows, for operators. */
export interface NodeState {
  /** The host of its address, never the path, which may contain a key. No two nodes of a network have the same. */
  name: string;
  /** null: it does not answer */
  height: number | null;
  /** In ms since 1970; null: it does not answer */
  answeredAt: number | null;
  /** A block that is deep enough to be the same on every node; null while the node does not show it */
  block: { height: number; hash: string } | null;
  /** null: there is no other node to compare it with */
  agrees: boolean | null;
  /** Why it does not answer, without addresses */
  failure: string | null;
}

/**
 * Reads one network and sends payments on it. Implementations: `embedded/` (D12), `evm/` (viem), `bitcoin/` and
 * `tron/`. Each order has a deposit
 * address of its own. On memo networks all orders share one address, and each has its own memo.
 */
export interface ChainGateway {
  readonly networkSlug: string;
  /** Confirmations that make a payment of ours final. Before that, a reorg may remove its block. */
  readonly finalAfter: number;
  /** Usual time between two blocks, in s. An embedded network is faster than the real one. */
  readonly blockSeconds: number;
  /** Returns a page that shows the transaction: an explorer's URL or a path of this site; null where there is none. */
  transactionUrl(txHash: string): string | null;
  /**
   * Where deposits arrive. ADDRESS: at an address of their order, which a sweep empties. TREASURY: in the treasury's one balance. On
   * memo networks orders share its address. On pooled networks each order has an address of its own, and all of them belong to the
   * treasury's wallet: a deposit is spent like any other coin, without a sweep.
   */
  readonly depositsAt: 'ADDRESS' | 'TREASURY';
  /** Returns the index of the treasury: the wallet that pays customers (D35). */
  treasury(): AddressIndex;
  /** Returns the address of an HD index: always the same one. */
  addressAt(index: AddressIndex): Promise<{ address: string; memo: string | null }>;
  /**
   * Returns transfers to the `watched` addresses.
   *
   * The result repeats every transfer with fewer than `untilConfirmations`, and contains each deeper one at least once after
   * `cursor`. Callers identify repeats by (txHash, index).
   *
   * `through` reads past blocks up to that height, and returns at once. The result may include later transfers too. Whether such
   * a read succeeds affects neither other reads nor `probe`.
   *
   * `isBlind`: the nodes can't show everything, such as internal transfers in a block whose state they pruned.
   * `readUntil`: time of the newest block that was read, in ms since 1970, when the network may have newer blocks. Without it,
   * the result includes everything before the call.
   */
  incoming(input: { watched: readonly string[]; cursor: string | null; untilConfirmations: number; through?: number }): Promise<{
    transfers: IncomingTransfer[];
    cursor: string;
    isBlind?: boolean;
    readUntil?: number;
  }>;
  /**
   * Returns the block that includes a transaction, by the hash that `incoming` returns. Null when no block does: it is in the
   * mempool, was replaced, reorged out, failed, or never existed. Throws ChainUnavailableError, also when the nodes disagree.
   */
  locate(txHash: string): Promise<TransactionPlace | null>;
  /** `send` refuses a payment of the treasury with BooksBehindError while they show more than the books know. */
  readonly records: TreasuryRecords;
  /**
   * Returns the confirmed balance of the address at `index`. Where deposits arrive at the treasury, its balance has all of them, and
   * every other index has '0'. Coins that are locked count.
   */
  balance(index: AddressIndex, instrumentSlug: string): Promise<Decimal>;
  /**
   * Returns the fee of one transfer, in the network's native instrument, never above the host's limit.
   * `delay`: payments wait, because the network's fee exceeds the limit. With `transfer`, the fee of exactly that transfer.
   * `least`: the exact fee that the network accepts now, where the amount has a margin for changes.
   */
  estimateFee(
    instrumentSlug: string,
    transfer?: Pick<SendRequest, 'fromIndex' | 'toAddress' | 'amount'>,
  ): Promise<{ instrumentSlug: string; amount: Decimal; delay?: SendDelay; least?: Decimal }>;
  /**
   * Returns what one more input of a payment costs now, in the network's native instrument: what it costs to spend a deposit. Only pooled
   * networks have it: on others a sweep collects deposits, or they arrive at the treasury. Throws ChainUnavailableError.
   */
  inputFee?(): Promise<Decimal>;
  /** Present where the operator lets tokens be collected in batches. */
  readonly collection?: TokenCollection;
  /** Returns what a sweep leaves at a deposit address, in the instrument; '0' where it may empty the address. */
  residue(instrumentSlug: string): Decimal;
  /**
   * Sends a payment. `fence` is called once, in the transaction that stores a new payment: the caller may have been suspended
   * so long that another process handles the payment. Throws the error of `fence`, ChainRefusedError (RecipientBlockedError) or
   * ChainUnavailableError.
   */
  send(request: SendRequest, fence?: SendFence): Promise<{ txHash: string }>;
  /**
   * Sends payments of the treasury in one transaction, which costs less than one for each. Either all of them are sent or none. A key
   * that was used is left out, so a repeated call pays nothing twice. `fence` is called once for the new payments. Throws as `send` does,
   * and ChainRefusedError when a key is repeated, a fee is named, or the payments are too many for one transaction.
   */
  sendMany?(requests: readonly Omit<SendRequest, 'fromIndex' | 'fee' | 'gasFactor'>[], fence?: SendFence): Promise<void>;
  sendState(idempotencyKey: string): Promise<SendState>;
  /** Returns whether the token blocks an address. Absent where tokens block nobody. Throws ChainUnavailableError. */
  isBlocked?(instrumentSlug: string, address: string): Promise<boolean>;
  /**
   * Returns whether the token blocks the address of a deposit or one that paid it. Absent where tokens block nobody. Throws
   * ChainUnavailableError, also when the nodes disagree.
   */
  isDepositBlocked?(deposit: Pick<IncomingTransfer, 'instrumentSlug' | 'txHash' | 'toAddress'>): Promise<boolean>;
  /**
   * Returns how many times the usual gas a payment from the treasury to the address uses: at least "1", with two decimals, rounded up.
   * Above "1" only when a contract receives the native coin, or the payment creates the recipient's account. Absent where payments to all addresses cost the same. Throws
   * ChainRefusedError when the address can't be paid, and ChainUnavailableError.
   */
  gasFactor?(instrumentSlug: string, toAddress: string, amount: Decimal): Promise<Decimal>;
  /**
   * Returns the least amount, in the instrument, that the network relays and delivers to an address now (D78): its nodes' limit of dust, or
   * what a new account must hold. `toAddress` null: to the address that takes least. Absent where every amount is delivered. Throws
   * ChainRefusedError when the address can't receive the coin at all, and ChainUnavailableError.
   */
  leastPayment?(instrumentSlug: string, toAddress: string | null): Promise<Decimal>;
  /** Throws ChainUnavailableError when the network doesn't answer. Health and pausing (D26) use it. */
  probe(): Promise<{ height: number }>;
  /** Asks every node what it shows. Never rejects. For operators only: `probe` decides whether the network is used. */
  nodes(): Promise<NodeState[]>;
  /** Starts background work. Returns a function that stops it. */
  start?(): () => Promise<void>;
}

/** Network slug → gateway. The instruments of a network without a gateway are inactive (D12). */
export type ChainGateways = ReadonlyMap<string, ChainGateway>;
