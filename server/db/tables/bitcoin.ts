import type { Generated, Insertable, Selectable } from 'kysely';
import type { Decimal } from '../../../contract/money.ts';

/** Real networks of Bitcoin's family: what blocks show of our addresses, and our payments. `network` is a network slug. */
export interface BitcoinTables {
  bitcoin_scripts: BitcoinScriptTable;
  bitcoin_blocks: BitcoinBlockTable;
  bitcoin_coins: BitcoinCoinTable;
  bitcoin_spends: BitcoinSpendTable;
  bitcoin_transactions: BitcoinTransactionTable;
  bitcoin_sends: BitcoinSendTable;
  bitcoin_send_inputs: BitcoinSendInputTable;
}

/** An address that was given out. */
export interface BitcoinScriptTable {
  network: string;
  key_index: number;
  /** The script that pays it, in hex */
  script: string;
}

/** A block that was read. The highest one is the cursor of the reader. */
export interface BitcoinBlockTable {
  network: string;
  height: number;
  hash: string;
  /** The miner's time in ms since 1970 */
  time: number;
}
export type BitcoinBlockRow = Omit<Selectable<BitcoinBlockTable>, 'network'>;

/** An output that pays an address of ours (a coin), in a block that was read. */
export interface BitcoinCoinTable {
  network: string;
  tx_hash: string;
  output: number;
  /** HD index of the address */
  key_index: number;
  amount: Decimal;
  block_height: number;
  /** The miner's time in ms since 1970 */
  block_time: number;
  /** The first height whose block may spend it: later than its own for what miners and extension blocks create */
  spendable_at: number;
  /** Hash and height of the transaction that spent it; null while none did */
  spent_by: Generated<string | null>;
  spent_height: Generated<number | null>;
}
export type BitcoinCoinRow = Omit<Selectable<BitcoinCoinTable>, 'network'>;
export type NewBitcoinCoin = Omit<Insertable<BitcoinCoinTable>, 'network'>;

/** A transaction in a block that spent coins of ours. It may be a payment that the books do not know (D73). */
export interface BitcoinSpendTable {
  network: string;
  /** Counted from 0, in the order of the network */
  position: number;
  tx_hash: string;
  block_height: number;
  block_hash: string;
}

/** A signed transaction, written before it is broadcast. */
export interface BitcoinTransactionTable {
  network: string;
  tx_hash: string;
  /** In hex; the same bytes are broadcast again after a crash */
  bytes: string;
  /** Exactly */
  fee: Decimal;
  /** The output that returns to the treasury; null where nothing does */
  change_output: number | null;
  change_amount: Decimal | null;
  /** The payments' transaction whose fee it raises by spending its change; null: it makes payments itself */
  bumps: string | null;
  created_at: number;
  /** 1 once it is final: confirmed or failed permanently */
  settled: Generated<number>;
  /** Why it failed permanently */
  failure: Generated<string | null>;
}
export type BitcoinTransactionRow = Omit<Selectable<BitcoinTransactionTable>, 'network'>;
export type NewBitcoinTransaction = Omit<Insertable<BitcoinTransactionTable>, 'network'>;

/** A payment. Several of them may share a transaction. */
export interface BitcoinSendTable {
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
export type BitcoinSendRow = Omit<Selectable<BitcoinSendTable>, 'network'>;

/** A coin that a transaction of ours spends. The key is the coin: no two transactions of ours spend the same one. */
export interface BitcoinSendInputTable {
  network: string;
  tx_hash: string;
  output: number;
  spent_by: string;
}
export type BitcoinSendInputRow = Omit<BitcoinSendInputTable, 'network'>;
