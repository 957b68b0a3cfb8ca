import type { Generated, Insertable, Selectable } from 'kysely';
import type { Decimal } from '../../../contract/money.ts';

/** Monero: the addresses that were given out, what left the treasury, and our payments. `network` is a network slug. */
export interface MoneroTables {
  monero_wallets: MoneroWalletTable;
  monero_addresses: MoneroAddressTable;
  monero_coins: MoneroCoinTable;
  monero_spends: MoneroSpendTable;
  monero_transactions: MoneroTransactionTable;
  monero_sends: MoneroSendTable;
  monero_send_inputs: MoneroSendInputTable;
}

/** The treasury's wallet, of which every wallet program has a file. */
export interface MoneroWalletTable {
  network: string;
  /** The first height that a new file of the wallet reads */
  restore_height: number;
}

/** An address that was given out. */
export interface MoneroAddressTable {
  network: string;
  key_index: number;
  address: string;
}
export type MoneroAddressRow = Omit<MoneroAddressTable, 'network'>;

/**
 * A coin that arrived. Its sender can make another one with the same public key, of which only one can ever be spent. The first one that
 * all wallets showed counts.
 */
export interface MoneroCoinTable {
  network: string;
  public_key: string;
  tx_hash: string;
}
export type MoneroCoinRow = Omit<MoneroCoinTable, 'network'>;

/** A final transaction that left the treasury. It may be a payment that the books do not know (D73). */
export interface MoneroSpendTable {
  network: string;
  /** Counted from 0, in the order of the network */
  position: number;
  tx_hash: string;
  block_height: number;
  /** What others received */
  amount: Decimal;
  fee: Decimal;
}
export type MoneroSpendRow = Omit<MoneroSpendTable, 'network'>;

/** A signed transaction, written before it is broadcast. */
export interface MoneroTransactionTable {
  network: string;
  tx_hash: string;
  /** In hex; the same bytes are broadcast again after a crash */
  bytes: string;
  /** The transaction's secret key and additional ones, in hex, which prove what it paid; null where the books had forgotten them */
  tx_key: string | null;
  /** Exactly */
  fee: Decimal;
  created_at: number;
  /** The height at which another transaction was first seen to have spent its coins; null while none has */
  conflict_height: Generated<number | null>;
  /** 1 once it is final: confirmed or failed permanently */
  settled: Generated<number>;
  /** Why it failed permanently */
  failure: Generated<string | null>;
}
export type MoneroTransactionRow = Omit<Selectable<MoneroTransactionTable>, 'network'>;
export type NewMoneroTransaction = Omit<Insertable<MoneroTransactionTable>, 'network'>;

/** A payment. Several of them may share a transaction. */
export interface MoneroSendTable {
  network: string;
  idempotency_key: string;
  tx_hash: string;
  instrument: string;
  to_address: string;
  amount: Decimal;
  /** Its share of the transaction's fee */
  fee: Decimal;
  created_at: number;
}
export type MoneroSendRow = Omit<MoneroSendTable, 'network'>;

/** A coin that a transaction of ours spends. The key is the coin's key image: no two transactions of ours spend the same one. */
export interface MoneroSendInputTable {
  network: string;
  key_image: string;
  spent_by: string;
}
