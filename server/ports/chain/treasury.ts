import { compare, subtract, type Decimal } from '../../../contract/money.ts';
import type { ChainGateway } from './chainGateway.ts';

/** D35: the HD index that pays out. */
export const TREASURY_INDEX = 0;

/**
 * Returns the amount that one transfer can move from the address at `index`, in the instrument: its balance, less the network
 * fee when that is paid in the same instrument. '0' when nothing can be moved, or needs to be: on memo networks deposits arrive
 * at the treasury. A token also needs native coins at the address for the fee. Throws ChainUnavailableError.
 */
export async function sweepableAmount(gateway: ChainGateway, index: number, instrumentSlug: string): Promise<Decimal> {
  const balance = await gateway.balance(index, instrumentSlug);
  const fee = await gateway.estimateFee(instrumentSlug);
  if (fee.instrumentSlug !== instrumentSlug) return balance;
  return compare(balance, fee.amount) > 0 ? subtract(balance, fee.amount) : '0';
}
