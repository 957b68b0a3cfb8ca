import { amount, bigint, integer, table, text, type NewRowOf, type RowOf } from '../table.ts';

/** Monero: the addresses that were given out, what left the treasury, and our payments. `network` is a network slug. */
export const moneroTables = {
  /** The treasury's wallet, of which every wallet program has a file. */
  monero_wallets: table({
    network: text().primaryKey(),
    /** The first height that a new file of the wallet reads */
    restore_height: integer(),
  }),
  /** An address that was given out. */
  monero_addresses: table({
    network: text(),
    key_index: integer(),
    address: text(),
  })
    .key('network', 'key_index')
    .unique('network', 'address'),
  /**
   * A coin that arrived. Its sender can make another one with the same public key, of which only one can ever be spent. The first one that
   * all wallets showed counts.
   */
  monero_coins: table({
    network: text(),
    public_key: text(),
    tx_hash: text(),
  }).key('network', 'public_key'),
  /** A final transaction that left the treasury. It may be a payment that the books do not know (D73). */
  monero_spends: table({
    network: text(),
    /** Counted from 0, in the order of the network */
    position: integer(),
    tx_hash: text(),
    block_height: integer(),
    /** What others received */
    amount: amount(),
    fee: amount(),
  }).key('network', 'position'),
  /** A signed transaction, written before it is broadcast. */
  monero_transactions: table({
    network: text(),
    tx_hash: text(),
    /** In hex; the same bytes are broadcast again after a crash */
    bytes: text(),
    /** The transaction's secret key and additional ones, in hex, which prove what it paid; null where the books had forgotten them */
    tx_key: text().nullable(),
    /** Exactly */
    fee: amount(),
    created_at: bigint(),
    /** The height at which another transaction was first seen to have spent its coins; null while none has */
    conflict_height: integer().nullable(),
    /** 1 once it is final: confirmed or failed permanently */
    settled: integer().default(0),
    /** Why it failed permanently */
    failure: text().nullable(),
  })
    .key('network', 'tx_hash')
    .indexes(['network', 'settled']),
  /** A payment. Several of them may share a transaction. */
  monero_sends: table({
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
    .foreignKey(['network', 'tx_hash'], 'monero_transactions')
    .indexes(['network', 'tx_hash']),
  /** A coin that a transaction of ours spends. The key is the coin's key image: no two transactions of ours spend the same one. */
  monero_send_inputs: table({
    network: text(),
    key_image: text(),
    spent_by: text(),
  })
    .key('network', 'key_image')
    .foreignKey(['network', 'spent_by'], 'monero_transactions')
    .indexes(['network', 'spent_by']),
};

export type MoneroAddressRow = Omit<RowOf<typeof moneroTables.monero_addresses>, 'network'>;
export type MoneroCoinRow = Omit<RowOf<typeof moneroTables.monero_coins>, 'network'>;
export type MoneroSpendRow = Omit<RowOf<typeof moneroTables.monero_spends>, 'network'>;
export type MoneroTransactionRow = Omit<RowOf<typeof moneroTables.monero_transactions>, 'network'>;
export type NewMoneroTransaction = Omit<NewRowOf<typeof moneroTables.monero_transactions>, 'network'>;
export type MoneroSendRow = Omit<RowOf<typeof moneroTables.monero_sends>, 'network'>;
