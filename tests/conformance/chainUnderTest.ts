import type { Decimal } from '../../contract/money.ts';
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
  /** Pays `amount` of the instrument. The transaction waits in the mempool. */
  payAsCustomer(instrumentSlug: string, toAddress: string, amount: Decimal): Promise<void>;
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
