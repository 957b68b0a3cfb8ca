import type { Generated } from 'kysely';
import type { Decimal } from '../../../contract/money.ts';

/** State of the embedded networks (D12), and the sends of real ones. Rows are found by network slug. */
export interface ChainTables {
  chain_networks: EmbeddedNetworkTable;
  chain_transfers: EmbeddedTransferTable;
  chain_balances: EmbeddedBalanceTable;
  chain_sends: ChainSendTable;
  chain_send_attempts: ChainSendAttemptTable;
}

/** The clock of an embedded network: height = base_height + whole blocks of `block_ms` since `base_at`. */
export interface EmbeddedNetworkTable {
  network: string;
  base_height: number;
  base_at: number;
  block_ms: number;
  /** `up`, or how it is broken on purpose (`ports/chain/embedded/failureMode.ts`) */
  mode: string;
  /** How many times its usual fee it charges */
  fee_factor: Generated<number>;
  /** Whether its addresses are those of its family; `OWN` where it was started before they were */
  address_realm: Generated<'FAMILY' | 'OWN'>;
}

/** One transfer, which on an embedded network is one transaction. */
export interface EmbeddedTransferTable {
  network: string;
  tx_hash: string;
  instrument: string;
  from_address: string;
  to_address: string;
  memo: string | null;
  /** in the instrument */
  amount: Decimal;
  /** in the network's native instrument */
  fee: Decimal;
  /** The block it gets into; it is in the mempool while the network's height is lower. */
  block_height: number;
  created_at: number;
  /** null for what did not come through `send` */
  idempotency_key: string | null;
}

/** What an address holds, transfers that are still in the mempool included. */
export interface EmbeddedBalanceTable {
  network: string;
  address: string;
  instrument: string;
  amount: Decimal;
}

/** A payment on a real account-based network; written before anything is broadcast. */
export interface ChainSendTable {
  network: string;
  idempotency_key: string;
  instrument: string;
  from_index: number;
  from_address: string;
  to_address: string;
  amount: Decimal;
  nonce: number;
  /** 1 once it is final (confirmed or failed for good) and needs no more broadcasts */
  settled: number;
  created_at: number;
  /** The transaction of somebody else that used its nonce, as nodes have shown it */
  conflicting_hash: Generated<string | null>;
  /** Why it failed for good */
  failure: Generated<string | null>;
}

/** A signed transaction of a send. Attempts of one send share its nonce, so at most one can ever be in a block. */
export interface ChainSendAttemptTable {
  network: string;
  tx_hash: string;
  idempotency_key: string;
  /** 0x… as broadcast: the same bytes again after a crash */
  raw_transaction: string;
  /** The most that it may cost beyond its value; in the native instrument. */
  max_fee: Decimal;
  created_at: number;
}
