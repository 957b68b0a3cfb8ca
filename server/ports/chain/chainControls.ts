import type { Decimal } from '../../../contract/money.ts';
import type { ChainBreakMode, ChainMode } from './embedded/failureMode.ts';

/** Controls of the embedded networks for the sandbox (D12). Real networks have none. */
export interface ChainControls {
  /**
   * Pays from a wallet with unlimited funds. Amount in the instrument. Throws ERR_NOT_FOUND (instrument),
   * ERR_NETWORK_NOT_SUPPORTED (a network that is not embedded), ERR_VALIDATION (address, memo, amount),
   * ERR_SERVICE_UNAVAILABLE (the network is broken).
   */
  send(payment: SandboxPayment): Promise<SandboxTransfer>;
  /** Mines blocks. Returns the new height. Throws ERR_NETWORK_NOT_SUPPORTED. */
  mine(networkSlug: string, blocks: number): Promise<{ height: number }>;
  /** Breaks a network until `mend`, also after a restart. Throws ERR_NETWORK_NOT_SUPPORTED. */
  breakNetwork(networkSlug: string, mode: ChainBreakMode): Promise<void>;
  /**
   * Removes the newest blocks, as a reorg does. Returns how many transactions they included.
   * Throws ERR_NETWORK_NOT_SUPPORTED, ERR_SERVICE_UNAVAILABLE (another payment happened at the same moment: try again).
   */
  reorganise(networkSlug: string, blocks: number, fate: ReorganisationFate): Promise<{ transactions: number }>;
  /** Replaces every transaction in the mempool. Returns how many. Throws like `reorganise`. */
  replaceWaiting(networkSlug: string, fate: ReplacementFate): Promise<{ transactions: number }>;
  /** Multiplies the network's usual fee. Throws ERR_NETWORK_NOT_SUPPORTED. */
  setFeeFactor(networkSlug: string, factor: Decimal): Promise<void>;
  /** Ends all faults of one network, or of all. Throws ERR_NETWORK_NOT_SUPPORTED. */
  mend(networkSlug?: string): Promise<void>;
  networks(): Promise<SandboxNetwork[]>;
  /** Returns payments of customers, of the sandbox and of this host, newest first. */
  recentTransfers(limit: number): Promise<SandboxTransfer[]>;
}

/**
 * What happens to the transactions of a reorged block: they return to the mempool (`return`), disappear (`vanish`), or the
 * customer spends the coins in a conflicting transaction (`doubleSpend`; our own payments return, because only we have the keys).
 */
export type ReorganisationFate = 'return' | 'vanish' | 'doubleSpend';
/** What replaces a transaction: the same payment with another hash, or a conflicting payment of the customer to himself (ours stay). */
export type ReplacementFate = 'same' | 'conflicting';

export interface SandboxPayment {
  instrumentSlug: string;
  toAddress: string;
  memo: string | null;
  amount: Decimal;
}

export interface SandboxNetwork {
  slug: string;
  friendlyTitle: string;
  nativeInstrument: string;
  height: number;
  /** Seconds between blocks, shorter than on the real network. */
  blockSeconds: number;
  /** Number of transactions in the mempool. */
  pending: number;
  mode: ChainMode;
  /** The network charges its usual fee times this. */
  feeFactor: string;
}

export interface SandboxTransfer {
  networkSlug: string;
  txHash: string;
  instrumentSlug: string;
  fromAddress: string;
  toAddress: string;
  memo: string | null;
  amount: Decimal;
  /** in `feeInstrumentSlug` */
  fee: Decimal;
  feeInstrumentSlug: string;
  confirmations: number;
  /** milliseconds since 1970 */
  sentAt: number;
}
