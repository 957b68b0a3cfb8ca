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
  /** All networks when none is named. Throws ERR_NETWORK_NOT_SUPPORTED. */
  mend(networkSlug?: string): Promise<void>;
  networks(): Promise<SandboxNetwork[]>;
  /** Newest first; payments of customers, of the sandbox and ours alike. */
  recentTransfers(limit: number): Promise<SandboxTransfer[]>;
}

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
