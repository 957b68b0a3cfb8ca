import type { Generated, Insertable, Selectable } from 'kysely';
import type { Decimal } from '../../../contract/money.ts';

/** State of the embedded networks (D12), and sends of real networks by family. `network` is a network slug. */
export interface ChainTables {
  chain_networks: EmbeddedNetworkTable;
  chain_transfers: EmbeddedTransferTable;
  chain_wallet_addresses: EmbeddedWalletAddressTable;
  chain_balances: EmbeddedBalanceTable;
  embedded_sends: EmbeddedSendTable;
  evm_sends: EvmSendTable;
  evm_send_attempts: EvmSendAttemptTable;
  recorded_sends: RecordedSendView;
}

/** The clock of an embedded network: height = base_height + whole blocks of `block_ms` since `base_at`. */
export interface EmbeddedNetworkTable {
  network: string;
  base_height: number;
  /** In ms since 1970 */
  base_at: number;
  block_ms: number;
  /** `up` or a simulated failure (`ports/chain/embedded/failureMode.ts`) */
  mode: string;
  /** Multiple of its usual fee that it charges */
  fee_factor: Generated<number>;
  /** FAMILY: networks of one address family share addresses. OWN: the network has its own. */
  address_realm: Generated<'FAMILY' | 'OWN'>;
  /** 1: all deposit addresses belong to the treasury's wallet. 0 also on networks of a database from before pooled networks. */
  is_pooled: Generated<number>;
}
export type EmbeddedNetworkRow = Selectable<EmbeddedNetworkTable>;

/** An address of a pooled network's wallet. */
export interface EmbeddedWalletAddressTable {
  network: string;
  address: string;
  /** Its HD index */
  position: number;
  /** The treasury's address, whose balance has all coins of the wallet */
  wallet: string;
}

/** A transfer. A transaction has one, or several of a pooled network's wallet. */
export interface EmbeddedTransferTable {
  network: string;
  tx_hash: string;
  /** Which transfer of the transaction, counted from 0 */
  output: number;
  instrument: string;
  from_address: string;
  to_address: string;
  /** Whose balance it raised: `to_address`, or the treasury's address when that belongs to its wallet */
  holder: string;
  memo: string | null;
  /** in the instrument */
  amount: Decimal;
  /** Its share of the transaction's fee, in the network's native instrument */
  fee: Decimal;
  /** What came back to the payer and stays locked for some blocks, in the instrument; "0" where nothing does */
  change: Decimal;
  /** The block that contains it. While the network's height is lower, it is in the mempool. */
  block_height: number;
  /** In ms since 1970 */
  created_at: number;
  /** null if it was not sent through `send` */
  idempotency_key: string | null;
  /** Which payment of the paying address, counted from 0; null if it was not sent through `send` */
  nonce: number | null;
}

/** A send on an embedded network as the books know it, written with its transfer. */
export interface EmbeddedSendTable {
  network: string;
  idempotency_key: string;
  from_address: string;
  nonce: number;
  output: number;
}

/** The balance of an address, including transfers in the mempool. */
export interface EmbeddedBalanceTable {
  network: string;
  address: string;
  instrument: string;
  amount: Decimal;
}

/** A send on a real EVM network, written before it is broadcast. */
export interface EvmSendTable {
  network: string;
  idempotency_key: string;
  instrument: string;
  from_index: number;
  from_address: string;
  to_address: string;
  amount: Decimal;
  /** In a batch: of the authorisation. Negative: it failed without using one. */
  nonce: number;
  /** 1 once it is final: confirmed or failed permanently */
  settled: number;
  created_at: number;
  /** A conflicting transaction that used its nonce, as reported by nodes */
  conflicting_hash: Generated<string | null>;
  /** Why it failed permanently */
  failure: Generated<string | null>;
  /** The key of the batch that moves it, which has its transaction. A batch has its own key. null: a transaction of its own */
  batch_key: Generated<string | null>;
}
export type EvmSendRow = Selectable<EvmSendTable>;
export type NewEvmSend = Omit<Insertable<EvmSendTable>, 'network'>;

/** A signed transaction of a send. Attempts of a send share its nonce, so at most one can be mined. */
export interface EvmSendAttemptTable {
  network: string;
  tx_hash: string;
  idempotency_key: string;
  /** 0x…; the same bytes are broadcast again after a crash */
  raw_transaction: string;
  /** Maximum fee in the native instrument */
  max_fee: Decimal;
  created_at: number;
}
export type NewEvmSendAttempt = Omit<EvmSendAttemptTable, 'network'>;

/** What is sent from our addresses, on networks of every family: embedded transfers and signed sends. */
export interface RecordedSendView {
  network: string;
  idempotency_key: string;
  instrument: string;
  to_address: string;
  memo: string | null;
  /** in the instrument */
  amount: Decimal;
  created_at: number;
}
