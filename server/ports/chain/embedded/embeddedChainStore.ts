import type { Decimal } from '../../../../contract/money.ts';
import type {
  EmbeddedBalanceTable,
  EmbeddedNetworkRow,
  EmbeddedSendTable,
  EmbeddedTransferTable,
  EmbeddedWalletAddressTable,
  NewEmbeddedNetwork,
} from '../../../db/tables/chain.ts';
import type { StorageTransaction } from '../chainGateway.ts';

export type EmbeddedBalanceKey = Omit<EmbeddedBalanceTable, 'amount'>;
type TransferKey = Pick<EmbeddedTransferTable, 'network' | 'tx_hash'>;

/** Reads and writes the state of the embedded networks (D12). */
export interface EmbeddedChainQueries {
  findNetwork(network: string): Promise<EmbeddedNetworkRow | undefined>;
  listNetworks(): Promise<EmbeddedNetworkRow[]>;
  insertNetwork(network: NewEmbeddedNetwork): Promise<void>;
  setClock(network: string, clock: Pick<EmbeddedNetworkRow, 'base_height' | 'base_at' | 'block_ms'>): Promise<void>;
  advance(network: string, blocks: number): Promise<void>;
  setMode(mode: string, network: string): Promise<void>;
  setFeeFactor(factor: Decimal, network: string): Promise<void>;

  /** Stores addresses of a pooled network's wallet. Keeps those that exist. */
  insertWalletAddresses(addresses: readonly EmbeddedWalletAddressTable[]): Promise<void>;
  /** Returns the position after the highest one of a pooled network's wallet. */
  countWalletAddresses(network: string): Promise<number>;
  /** Returns the treasury's address if an address belongs to the wallet of a pooled network. */
  findWallet(network: string, address: string): Promise<string | undefined>;

  insertTransfer(transfer: EmbeddedTransferTable): Promise<void>;
  /** Returns a transfer of the transaction. */
  findTransfer(network: string, txHash: string): Promise<EmbeddedTransferTable | undefined>;
  listTransfersOf(network: string, txHash: string): Promise<EmbeddedTransferTable[]>;
  /** Returns the transfer of a send that the books know. */
  findTransferByKey(network: string, idempotencyKey: string): Promise<EmbeddedTransferTable | undefined>;
  /** Stores a send. One whose transfer has vanished by a reorg is replaced. */
  writeSend(send: EmbeddedSendTable): Promise<void>;
  /**
   * Returns the nonce after the highest one of an address, as the network has it and as the books have it, and how many of its
   * transactions were acknowledged: null if none were yet.
   */
  countSent(payer: {
    network: string;
    address: string;
  }): Promise<{ network: number; books: number; acknowledged: number | null }>;
  /** Stores that the first `mined` transactions of a treasury are known. */
  acknowledge(treasury: { network: string; address: string; mined: number }): Promise<void>;
  /** Returns how many transactions of a treasury were acknowledged; `mined`, which it stores, if none were yet. */
  acknowledged(treasury: { network: string; address: string; mined: number }): Promise<number>;
  /** Returns payments of an address by nonce and output, from a nonce on. */
  listTransfersFrom(network: string, address: string, nonce: number, limit: number): Promise<EmbeddedTransferTable[]>;
  /** Returns transfers to the addresses in blocks above `aboveHeight` or in the mempool, oldest first. */
  listTransfersTo(network: string, addresses: readonly string[], aboveHeight: number): Promise<EmbeddedTransferTable[]>;
  /** Returns transfers in blocks above `aboveHeight` or in the mempool, newest first. */
  listTransfersAbove(network: string, aboveHeight: number): Promise<EmbeddedTransferTable[]>;
  /** Returns the newest transfers of all networks, newest first. */
  listRecentTransfers(limit: number): Promise<EmbeddedTransferTable[]>;
  countUnconfirmed(network: string, height: number): Promise<number>;
  /** Returns the sum of the change of the address's payments in blocks above `aboveHeight` or in the mempool. */
  sumChangeOf(network: string, address: string, instrument: string, aboveHeight: number): Promise<Decimal>;
  /** Moves every transfer above `aboveHeight` to the block `toHeight`. */
  moveTransfers(network: string, aboveHeight: number, toHeight: number): Promise<void>;
  /** Changes all transfers of a transaction. Returns false when they no longer exist. */
  replaceTransfer(
    transfer: TransferKey,
    changes: Partial<Pick<EmbeddedTransferTable, 'tx_hash' | 'to_address' | 'holder' | 'memo' | 'block_height'>>,
  ): Promise<boolean>;
  /** Returns false when the transfer no longer exists. */
  deleteTransfer(transfer: TransferKey): Promise<boolean>;

  findBalance(network: string, address: string, instrument: string): Promise<Decimal | undefined>;
  /** Returns whether an address holds anything, or something is on its way to it. */
  isHolder(network: string, address: string): Promise<boolean>;
  /** Returns a balance without the transfers that no block up to `height` includes. Negative if they have been spent. */
  findConfirmedBalance(key: EmbeddedBalanceKey, height: number): Promise<Decimal>;
  /** Inserts opening balances. Keeps those that exist. */
  openBalances(balances: readonly EmbeddedBalanceTable[]): Promise<void>;
  /** Replaces a balance that was read as `before` (undefined: none). Returns false when it has changed since. */
  replaceBalance(key: EmbeddedBalanceKey, before: Decimal | undefined, after: Decimal): Promise<boolean>;
}

/** The queries inside one transaction. */
export interface EmbeddedChainTransaction extends EmbeddedChainQueries {
  /** For a `SendFence`. */
  readonly transaction: StorageTransaction;
}

export interface EmbeddedChainStore extends EmbeddedChainQueries {
  /** Returns the queries inside a transaction of the caller. */
  within(transaction: StorageTransaction): EmbeddedChainQueries;
  /** Runs `work` in one transaction, and alone: other transactions with the same lock name wait for it. */
  lock<Result>(name: string, work: (transaction: EmbeddedChainTransaction) => Promise<Result>): Promise<Result>;
}
