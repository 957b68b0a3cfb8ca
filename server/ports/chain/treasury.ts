import { compare, subtract, type Decimal } from '../../../contract/money.ts';
import type { ChainGateway } from './chainGateway.ts';

/** D35: the HD index that pays out. */
export const TREASURY_INDEX = 0;

/**
 * What can leave the address at `index` in one transfer, in the instrument: its balance, less the network fee when the
 * fee is paid in the same instrument. '0' when nothing can, or when nothing needs to (on memo networks deposits arrive at
 * the treasury itself). Tokens need a native balance for the fee beside this. Throws ChainUnavailableError.
 */
export async function sweepableAmount(gateway: ChainGateway, index: number, instrumentSlug: string): Promise<Decimal> {
  const balance = await gateway.balance(index, instrumentSlug);
  const fee = await gateway.estimateFee(instrumentSlug);
  if (fee.instrumentSlug !== instrumentSlug) return balance;
  return compare(balance, fee.amount) > 0 ? subtract(balance, fee.amount) : '0';
}
