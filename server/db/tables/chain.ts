import type { Decimal } from '../../../contract/money.ts';
import { amount, bigint, integer, table, text, view, type NewRowOf, type RowOf } from '../table.ts';

const signedSends = (table: string): string =>
  `select network, idempotency_key, instrument, to_address, null as memo, amount, created_at from ${table}`;

/** State of the embedded networks (D12), and sends of real networks by family. `network` is a network slug. */
export const chainTables = {
  /** The clock of an embedded network: height = base_height + whole blocks of `block_ms` since `base_at`. */
  chain_networks: table({
    network: text().primaryKey(),
    base_height: bigint(),
    /** In ms since 1970 */
    base_at: bigint(),
    block_ms: integer(),
    /** `up` or a simulated failure (`ports/chain/embedded/failureMode.ts`) */
    mode: text(),
    /** Multiple of its usual fee that it charges */
    fee_factor: amount().default('1'),
  }),
  /** A transfer. A transaction has one, or several of a pooled network's wallet. */
  chain_transfers: table({
    network: text(),
    tx_hash: text(),
    /** Which transfer of the transaction, counted from 0 */
    output: integer(),
    instrument: text(),
    from_address: text(),
    to_address: text(),
    /** Whose balance it raised: `to_address`, or the treasury's address when that belongs to its wallet */
    holder: text(),
    memo: text().nullable(),
    /** in the instrument */
    amount: amount(),
    /** Its share of the transaction's fee, in the network's native instrument */
    fee: amount(),
    /** What came back to the payer and stays locked for some blocks, in the instrument; "0" where nothing does */
    change: amount(),
    /** The block that contains it. While the network's height is lower, it is in the mempool. */
    block_height: bigint(),
    /** In ms since 1970 */
    created_at: bigint(),
    /** null if it was not sent through `send` */
    idempotency_key: text().nullable(),
    /** Which payment of the paying address, counted from 0; null if it was not sent through `send` */
    nonce: bigint().nullable(),
  })
    .key('network', 'tx_hash', 'output')
    .unique('network', 'from_address', 'nonce', 'output')
    .indexes(
      { name: 'chain_transfers_incoming', columns: ['network', 'to_address', 'block_height'] },
      { name: 'chain_transfers_held', columns: ['network', 'holder', 'block_height'] },
      { name: 'chain_transfers_recent', columns: ['created_at'] },
    ),
  /** An address of a pooled network's wallet. */
  chain_wallet_addresses: table({
    network: text(),
    address: text(),
    /** Its HD index */
    position: integer(),
    /** The treasury's address, whose balance has all coins of the wallet */
    wallet: text(),
  }).key('network', 'address'),
  /** The balance of an address, including transfers in the mempool. */
  chain_balances: table({
    network: text(),
    address: text(),
    instrument: text(),
    amount: amount(),
  }).key('network', 'address', 'instrument'),
  /** A send on an embedded network as the books know it, written with its transfer. */
  embedded_sends: table({
    network: text(),
    idempotency_key: text(),
    from_address: text(),
    nonce: bigint(),
    output: integer(),
  })
    .key('network', 'idempotency_key')
    .unique('network', 'from_address', 'nonce', 'output'),
  /** A send on a real EVM network, written before it is broadcast. */
  evm_sends: table({
    network: text(),
    idempotency_key: text(),
    instrument: text(),
    from_index: integer(),
    from_address: text(),
    to_address: text(),
    amount: amount(),
    /** In a batch: of the authorisation. Negative: it failed without using one. */
    nonce: bigint(),
    /** 1 once it is final: confirmed or failed permanently */
    settled: integer(),
    created_at: bigint(),
    /** A conflicting transaction that used its nonce, as reported by nodes */
    conflicting_hash: text().nullable(),
    /** Why it failed permanently */
    failure: text().nullable(),
    /** The key of the batch that moves it, which has its transaction. A batch has its own key. null: a transaction of its own */
    batch_key: text().nullable(),
  })
    .key('network', 'idempotency_key')
    // Two payments never share a nonce.
    .unique('network', 'from_address', 'nonce')
    .indexes(['network', 'batch_key']),
  /** A signed transaction of a send. Attempts of a send share its nonce, so at most one can be mined. */
  evm_send_attempts: table({
    network: text(),
    tx_hash: text(),
    idempotency_key: text(),
    /** 0x…; the same bytes are broadcast again after a crash */
    raw_transaction: text(),
    /** Maximum fee in the native instrument */
    max_fee: amount(),
    created_at: bigint(),
  })
    .key('network', 'tx_hash')
    .foreignKey(['network', 'idempotency_key'], 'evm_sends')
    .indexes(['network', 'idempotency_key']),
  /** What is sent from our addresses, on networks of every family: embedded transfers and signed sends. */
  recorded_sends: view<RecordedSend>(`
    select send.network, send.idempotency_key, transfer.instrument, transfer.to_address, transfer.memo, transfer.amount, transfer.created_at
    from embedded_sends as send inner join chain_transfers as transfer on transfer.network = send.network
      and transfer.from_address = send.from_address and transfer.nonce = send.nonce and transfer.output = send.output
    union all ${signedSends('evm_sends')} where batch_key is null or batch_key <> idempotency_key
    union all ${signedSends('bitcoin_sends')}
    union all ${signedSends('tron_sends')} where outcome <> 'EXPIRED'
    union all ${signedSends('monero_sends')}`),
};

export type EmbeddedNetworkRow = RowOf<typeof chainTables.chain_networks>;
export type NewEmbeddedNetwork = NewRowOf<typeof chainTables.chain_networks>;
export type EmbeddedWalletAddressTable = RowOf<typeof chainTables.chain_wallet_addresses>;
export type EmbeddedTransferTable = RowOf<typeof chainTables.chain_transfers>;
export type EmbeddedSendTable = RowOf<typeof chainTables.embedded_sends>;
export type EmbeddedBalanceTable = RowOf<typeof chainTables.chain_balances>;
export type EvmSendRow = RowOf<typeof chainTables.evm_sends>;
export type NewEvmSend = Omit<NewRowOf<typeof chainTables.evm_sends>, 'network'>;
export type EvmSendAttemptTable = RowOf<typeof chainTables.evm_send_attempts>;
export type NewEvmSendAttempt = Omit<RowOf<typeof chainTables.evm_send_attempts>, 'network'>;

/** A transfer from one of our addresses, as the network's records show it. */
export interface RecordedSend {
  network: string;
  idempotency_key: string;
  instrument: string;
  to_address: string;
  memo: string | null;
  /** in the instrument */
  amount: Decimal;
  created_at: number;
}
