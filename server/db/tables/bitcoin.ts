import { amount, bigint, integer, table, text, type NewRowOf, type RowOf } from '../table.ts';

/** Real networks of Bitcoin's family: what blocks show of our addresses, and our payments. `network` is a network slug. */
export const bitcoinTables = {
  /** An address that was given out. */
  bitcoin_scripts: table({
    network: text(),
    key_index: integer(),
    /** The script that pays it, in hex */
    script: text(),
  }).key('network', 'key_index'),
  /** A block that was read. The highest one is the cursor of the reader. */
  bitcoin_blocks: table({
    network: text(),
    height: integer(),
    hash: text(),
    /** The miner's time in ms since 1970 */
    time: bigint(),
  }).key('network', 'height'),
  /** An output that pays an address of ours (a coin), in a block that was read. */
  bitcoin_coins: table({
    network: text(),
    tx_hash: text(),
    output: integer(),
    /** HD index of the address */
    key_index: integer(),
    amount: amount(),
    block_height: integer(),
    /** The miner's time in ms since 1970 */
    block_time: bigint(),
    /** The first height whose block may spend it: later than its own for what miners and extension blocks create */
    spendable_at: integer(),
    /** Hash and height of the transaction that spent it; null while none did */
    spent_by: text().nullable(),
    spent_height: integer().nullable(),
  })
    .key('network', 'tx_hash', 'output')
    .indexes(['network', 'key_index', 'block_height'], ['network', 'spent_by']),
  /** A transaction in a block that spent coins of ours. It may be a payment that the books do not know (D73). */
  bitcoin_spends: table({
    network: text(),
    /** Counted from 0, in the order of the network */
    position: integer(),
    tx_hash: text(),
    block_height: integer(),
    block_hash: text(),
  }).key('network', 'position'),
  /** A signed transaction, written before it is broadcast. */
  bitcoin_transactions: table({
    network: text(),
    tx_hash: text(),
    /** In hex; the same bytes are broadcast again after a crash */
    bytes: text(),
    /** Exactly */
    fee: amount(),
    /** The output that returns to the treasury; null where nothing does */
    change_output: integer().nullable(),
    change_amount: amount().nullable(),
    /** The payments' transaction whose fee it raises by spending its change; null: it makes payments itself */
    bumps: text().nullable(),
    created_at: bigint(),
    /** 1 once it is final: confirmed or failed permanently */
    settled: integer().default(0),
    /** Why it failed permanently */
    failure: text().nullable(),
  })
    .key('network', 'tx_hash')
    .indexes(['network', 'settled']),
  /** A payment. Several of them may share a transaction. */
  bitcoin_sends: table({
    network: text(),
    idempotency_key: text(),
    tx_hash: text(),
    instrument: text(),
    to_address: text(),
    amount: amount(),
    /** Its share of the transaction's fee */
    fee: amount(),
    created_at: bigint(),
  })
    .key('network', 'idempotency_key')
    .foreignKey(['network', 'tx_hash'], 'bitcoin_transactions'),
  /** A coin that a transaction of ours spends. The key is the coin: no two transactions of ours spend the same one. */
  bitcoin_send_inputs: table({
    network: text(),
    tx_hash: text(),
    output: integer(),
    spent_by: text(),
  })
    .key('network', 'tx_hash', 'output')
    .foreignKey(['network', 'spent_by'], 'bitcoin_transactions')
    .indexes(['network', 'spent_by']),
};

export type BitcoinBlockRow = Omit<RowOf<typeof bitcoinTables.bitcoin_blocks>, 'network'>;
export type BitcoinCoinRow = Omit<RowOf<typeof bitcoinTables.bitcoin_coins>, 'network'>;
export type NewBitcoinCoin = Omit<NewRowOf<typeof bitcoinTables.bitcoin_coins>, 'network'>;
export type BitcoinTransactionRow = Omit<RowOf<typeof bitcoinTables.bitcoin_transactions>, 'network'>;
export type NewBitcoinTransaction = Omit<NewRowOf<typeof bitcoinTables.bitcoin_transactions>, 'network'>;
export type BitcoinSendRow = Omit<RowOf<typeof bitcoinTables.bitcoin_sends>, 'network'>;
export type BitcoinSendInputRow = Omit<RowOf<typeof bitcoinTables.bitcoin_send_inputs>, 'network'>;
