import type { Decimal } from '../../../contract/money.ts';
import type { ChainFaultsUnderTest } from '../../conformance/chainUnderTest.ts';

/** A network of real nodes in place of an embedded one. Its customers are part of the drill. */
export interface RealNetwork {
  slug: string;
  /** What a host needs to use it */
  environment: Record<string, string>;
  /** Faults of the chain and of the two nodes, as the host sees them */
  faults: ChainFaultsUnderTest;
  /** Faults that only this network has. They last until `faults.mend`. */
  ownFaults?: readonly OwnFault[];
  /** Whether customers can replace a payment that is not mined */
  canReplace: boolean;
  /** How many blocks a reorg may remove without affecting what is final */
  reorgDepth: number;
  /** Its coin, where customers of drills swap it on real nodes only */
  coin?: RealCoin;
  /** Pays an address, once however often it is called. Pays again when the payment was double-spent. */
  pay(address: string, amount: Decimal): Promise<void>;
  /** Returns the amount of every payment that an address has received and not spent. */
  receivedBy(address: string): Promise<Decimal[]>;
  stop(): Promise<void>;
}

export interface OwnFault {
  /** Printed after the name of the network */
  words: string;
  begin(): void;
}

/** A coin whose embedded network no customer of a drill uses. */
export interface RealCoin {
  slug: string;
  /** What a customer sends */
  amount: Decimal;
  /** Returns an address of a customer, at which `receivedBy` sees payments. */
  addressOf(number: number, purpose: 'destination' | 'refund'): string;
}
