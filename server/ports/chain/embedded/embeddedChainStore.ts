import type { Decimal } from '../../../../contract/money.ts';
import type { StorageTransaction } from '../chainGateway.ts';

/** The clock of an embedded network: height = base_height + whole blocks of `block_ms` since `base_at`. */
export interface EmbeddedNetwork {
  network: string;
  base_height: number;
  /** In ms since 1970. */
  base_at: number;
  block_ms: number;
  /** `up`, or how it is broken on purpose (`failureMode.ts`). */
  mode: string;
  /** The network charges its usual fee times this. */
  fee_factor: number;
  /** Whether its addresses are those of its family (`derivation.ts`). */
  address_realm: 'FAMILY' | 'OWN';
}

/** A transfer. On an embedded network each is one transaction. */
export interface EmbeddedTransfer {
  network: string;
  tx_hash: string;
  instrument: string;
  from_address: string;
  to_address: string;
  memo: string | null;
  /** In the instrument. */
  amount: Decimal;
  /** In the network's native instrument. */
  fee: Decimal;
  /** The block that includes it. While the network's height is lower, it is in the mempool. */
  block_height: number;
  /** In ms since 1970. */
  created_at: number;
  /** null for a payment of the sandbox. */
  idempotency_key: string | null;
}

export interface EmbeddedBalanceKey {
  network: string;
  address: string;
  instrument: string;
}

/** What an address holds, including transfers that are still in the mempool. */
export interface EmbeddedBalance extends EmbeddedBalanceKey {
  amount: Decimal;
}

type TransferKey = Pick<EmbeddedTransfer, 'network' | 'tx_hash'>;

/** Reads and writes the state of the embedded networks (D12). */
export interface EmbeddedChainQueries {
  findNetwork(network: string): Promise<EmbeddedNetwork | undefined>;
  listNetworks(): Promise<EmbeddedNetwork[]>;
  insertNetwork(network: Omit<EmbeddedNetwork, 'fee_factor'>): Promise<void>;
  setClock(network: string, clock: Pick<EmbeddedNetwork, 'base_height' | 'base_at' | 'block_ms'>): Promise<void>;
  advance(network: string, blocks: number): Promise<void>;
  setMode(mode: string, network: string): Promise<void>;
  setFeeFactor(factor: number, network: string): Promise<void>;

  insertTransfer(transfer: EmbeddedTransfer): Promise<void>;
  findTransfer(network: string, txHash: string): Promise<EmbeddedTransfer | undefined>;
  findTransferByKey(network: string, idempotencyKey: string): Promise<EmbeddedTransfer | undefined>;
  /** Returns transfers to the addresses in blocks above `aboveHeight` or in the mempool, oldest first. */
  listTransfersTo(network: string, addresses: readonly string[], aboveHeight: number): Promise<EmbeddedTransfer[]>;
  /** Returns transfers in blocks above `aboveHeight` or in the mempool, newest first. */
  listTransfersAbove(network: string, aboveHeight: number): Promise<EmbeddedTransfer[]>;
  /** Returns the newest transfers of all networks, newest first. */
  listRecentTransfers(limit: number): Promise<EmbeddedTransfer[]>;
  countUnconfirmed(network: string, height: number): Promise<number>;
  /** Returns the sum of transfers to the address that no block up to `height` includes. */
  sumUnconfirmedTo(network: string, address: string, instrument: string, height: number): Promise<Decimal>;
  /** Moves every transfer above `aboveHeight` to the block `toHeight`. */
  moveTransfers(network: string, aboveHeight: number, toHeight: number): Promise<void>;
  /** Returns false when the transfer no longer exists. */
  replaceTransfer(
    transfer: TransferKey,
    changes: Partial<Pick<EmbeddedTransfer, 'tx_hash' | 'to_address' | 'memo' | 'block_height'>>,
  ): Promise<boolean>;
  /** Returns false when the transfer no longer exists. */
  deleteTransfer(transfer: TransferKey): Promise<boolean>;

  findBalance(network: string, address: string, instrument: string): Promise<Decimal | undefined>;
  /** Inserts opening balances. Keeps those that exist. */
  openBalances(balances: readonly EmbeddedBalance[]): Promise<void>;
  /** Replaces a balance that was read as `before` (undefined: none). Returns false when it has changed since. */
  replaceBalance(key: EmbeddedBalanceKey, before: Decimal | undefined, after: Decimal): Promise<boolean>;
}

/** The queries inside one transaction. */
export interface EmbeddedChainTransaction extends EmbeddedChainQueries {
  /** For a `SendFence`. */
  readonly transaction: StorageTransaction;
}

export interface EmbeddedChainStore extends EmbeddedChainQueries {
  /** Runs `work` in one transaction, and alone: other transactions with the same lock name wait for it. */
  lock<Result>(name: string, work: (transaction: EmbeddedChainTransaction) => Promise<Result>): Promise<Result>;
}
