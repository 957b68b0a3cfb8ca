import type { Decimal } from '../../contract/money.ts';
import type { Database } from '../../server/db/database.ts';
import type { ChainGateway } from '../../server/ports/chain/chainGateway.ts';

/** What a network can do. */
export interface ChainTraits {
  /** Its instruments, the native one first */
  assets: readonly [native: string, ...tokens: string[]];
  depositsAt: ChainGateway['depositsAt'];
  /** Whether customers can replace a payment that is not mined */
  canReplace: boolean;
}

/** A network with a funded treasury and a customer who pays. */
export interface ChainUnderTest {
  gateway: ChainGateway;
  /** When its newest block was mined, in ms since 1970. */
  newestBlockTime(): Promise<number>;
  /** An address that belongs to no order. */
  stranger: string;
  /** Pays `amount` of the instrument. The transaction waits in the mempool. Returns its hash. */
  payAsCustomer(instrumentSlug: string, toAddress: string, amount: Decimal): Promise<string>;
  mine(blocks: number): Promise<void>;
  /** Mines until the treasury can spend all that it has. */
  mature(): Promise<void>;
  /** The same address in another spelling, where the network allows it. */
  respell(address: string): string;
  faults: ChainFaultsUnderTest;
  /** Returns a gateway with the same storage and an empty memory, as after a restart. */
  restart(): ChainGateway;
  close(): Promise<void>;
}

export interface MonitoredGateway extends ChainGateway {
  monitor(): Promise<void>;
  /** Throws when the nodes serve another chain. Networks whose nodes are asked for that at every call have none. */
  prepare?(): Promise<void>;
}

/** A network with nodes, which a host can use too. The gateway's database holds only its books. */
export interface NodesUnderTest extends ChainUnderTest {
  restart(): MonitoredGateway;
  /** Returns a gateway that is configured for another chain than that of the nodes. */
  ofOtherChain(): MonitoredGateway;
  /**
   * Prepares books of the same treasury that begin now, with coins that they see. Returns what opens a gateway with such books, on an empty
   * database or on one that has them.
   */
  newBooks(): Promise<(database: Database) => MonitoredGateway>;
  /** Blocks after which other books of the treasury see that a payment is on its way, and after which they count it */
  seenAfter: 0 | 1;
  countedAfter: number;
  /** `stranger`, as the records of a treasury name it: by an address of the real chain */
  listedStranger: string;
  /** The network's entry in the file of a host's real networks */
  settings: { networkSlug: string } & Readonly<Record<string, unknown>>;
  /** Payments that fund a host's treasury */
  funds: readonly (readonly [instrumentSlug: string, amount: Decimal])[];
  /** Blocks to mine at once while a host works */
  blocksAtOnce: number;
}

/** Nodes that tell what customers of a host have got */
export interface NodesWithPayees extends NodesUnderTest {
  /** Returns an address of a customer on the real chain: a host accepts no others. A payment to it costs what is usual. */
  payeeAt(number: number): string;
  /** Returns what an address has got, as a node says; with a hash, only if its transaction is mined. */
  received(instrumentSlug: string, address: string, txHash?: string): Promise<Decimal>;
}

/** Faults of a network. Those of `break` last until `mend`. */
export interface ChainFaultsUnderTest {
  /** Removes the newest blocks. Their transactions return to the mempool, or the customer spends the coins in another transaction. */
  reorganise(blocks: number, fate: 'return' | 'doubleSpend'): Promise<void>;
  /** Replaces the customer's pending payments by the same payment with another hash, or by a payment to himself. */
  replaceWaiting(fate: 'same' | 'conflicting'): Promise<void>;
  /**
   * One of the two nodes lags or lies; or the network raises its fees, mines no transaction, loses the answers to payments, or
   * does not answer at all.
   */
  break(fault: 'lag' | 'hide' | 'invent' | 'overstate' | 'down' | 'lossy' | 'stuck' | 'highFees'): Promise<void>;
  mend(): Promise<void>;
}
