import { compare, isDecimal, isPositive, subtract, type Decimal } from '../../contract/money.ts';

/**
 * Splits a network fee into the parts that pay for sending and for collecting the deposit (D53, D8), in the fee's instrument.
 * `collecting` is null when the host states no part above zero, or one that is no part of the fee.
 */
export function splitNetworkFee(fee: Decimal, collection: unknown): { sending: Decimal; collecting: Decimal | null } {
  const isPart = isDecimal(collection) && isPositive(collection) && compare(collection, fee) <= 0;
  return isPart ? { sending: subtract(fee, collection), collecting: collection } : { sending: fee, collecting: null };
}
