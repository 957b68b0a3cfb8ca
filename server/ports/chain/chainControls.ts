import type { Decimal } from '../../../contract/money.ts';
import type { ChainBreakMode, ChainMode } from './embedded/failureMode.ts';

/** What the sandbox may do to embedded networks (D12). Real networks have no controls. */
export interface ChainControls {
  /**
   * Pays from a wallet that never runs dry. Amount in the instrument. Throws ERR_NOT_FOUND (instrument),
   * ERR_NETWORK_NOT_SUPPORTED (a network that is not embedded), ERR_VALIDATION (address, memo, amount),
   * ERR_SERVICE_UNAVAILABLE (the network is broken).
   */
  send(payment: SandboxPayment): Promise<SandboxTransfer>;
  /** Throws ERR_NETWORK_NOT_SUPPORTED. Answers the new height. */
  mine(networkSlug: string, blocks: number): Promise<{ height: number }>;
  /** Throws ERR_NETWORK_NOT_SUPPORTED. Kept over restarts, until mended. */
  breakNetwork(networkSlug: string, mode: ChainBreakMode): Promise<void>;
  /**
   * The newest blocks leave the chain, as when miners agree on others. Answers how many transactions were in them.
   * Throws ERR_NETWORK_NOT_SUPPORTED, ERR_SERVICE_UNAVAILABLE (somebody paid at the same moment: try again).
   */
  reorganise(networkSlug: string, blocks: number, fate: ReorganisationFate): Promise<{ transactions: number }>;
  /** Replaces every transaction that waits for a block; answers how many. Throws as `reorganise`. */
  replaceWaiting(networkSlug: string, fate: ReplacementFate): Promise<{ transactions: number }>;
  /** The network charges so many times its usual fee. Throws ERR_NETWORK_NOT_SUPPORTED. */
  setFeeFactor(networkSlug: string, factor: number): Promise<void>;
  /** All networks when none is named. Throws ERR_NETWORK_NOT_SUPPORTED. */
  mend(networkSlug?: string): Promise<void>;
  networks(): Promise<SandboxNetwork[]>;
  /** Newest first; payments of customers, of the sandbox and ours alike. */
  recentTransfers(limit: number): Promise<SandboxTransfer[]>;
}

/**
 * What becomes of the transactions of blocks that leave the chain: they get into other blocks (`return`), were never there
 * (`vanish`), or the customer has spent the same coins elsewhere (`doubleSpend`; ours return, nobody else has our keys).
 */
export type ReorganisationFate = 'return' | 'vanish' | 'doubleSpend';
/** By the same payment under another hash, or by one of the customer to himself (ours stay as they are then). */
export type ReplacementFate = 'same' | 'elsewhere';

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
  /** Seconds between blocks as configured, faster than the real network's. */
  blockSeconds: number;
  /** Transactions that wait for a block. */
  pending: number;
  mode: ChainMode;
  /** How many times its usual fee the network charges. */
  feeFactor: number;
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
