import { fromBaseUnits, toBaseUnits, type Decimal } from '../../../contract/money.ts';

/** Divides the fee of a transaction among its payments. What can't be divided is part of the first share, so the sum is the fee. */
export function shareFee(fee: Decimal, payments: number, decimals: number): Decimal[] {
  const units = toBaseUnits(fee, decimals);
  const share = units / BigInt(payments);
  const rest = units - share * BigInt(payments);
  return Array.from({ length: payments }, (_, place) => fromBaseUnits(place === 0 ? share + rest : share, decimals));
}
