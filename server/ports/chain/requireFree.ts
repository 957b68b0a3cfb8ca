import { compare, type Decimal } from '../../../contract/money.ts';
import { ChainRefusedError, type OutgoingTransfer } from './chainGateway.ts';

interface Payment {
  to_address: string;
  amount: Decimal;
}

/**
 * Checks that a transfer of a transaction is no payment that the books hold: one of the transfers that equal it must be left.
 *
 * `sends`: the payments of the books in the transaction. `normalise`: returns the same for two spellings of an address. Throws
 * ChainRefusedError.
 */
export function requireFree(
  transfer: OutgoingTransfer,
  transfers: readonly OutgoingTransfer[],
  sends: readonly Payment[],
  normalise: (address: string) => string = (address) => address,
): void {
  const isEqual = (address: string, amount: Decimal): boolean =>
    normalise(address) === normalise(transfer.toAddress) && compare(amount, transfer.amount) === 0;
  const taken = sends.filter(({ to_address, amount }) => isEqual(to_address, amount));
  const equal = transfers.filter(({ toAddress, amount }) => isEqual(toAddress, amount));
  if (taken.length >= equal.length) throw new ChainRefusedError('the transfer is another payment of the books');
}
