import { amount, roundToDecimal, subtract, sum, type Decimal } from '../../../../contract/money.ts';

const CENTS = 2;
const PRICE_DECIMALS = 6;

/** Values in USD of the lines of a calculation, which add up as its amounts do. */
export interface ReceiptValues {
  /** USD per coin of the calculation */
  price: Decimal;
  /** The first line: the last one and all fees */
  total: Decimal;
  fees: readonly Decimal[];
  received: Decimal;
}

/** Returns the values of what was received and of the fees. `valueUsd` is the host's value of `paid`; null: it knows none. */
export function receiptValues(
  { received, fees }: { received: Decimal; fees: readonly Decimal[] },
  { paid, valueUsd }: { paid: Decimal; valueUsd: Decimal | null | undefined },
): ReceiptValues | null {
  if (!valueUsd || amount(paid).eq(amount('0'))) return null;
  const price = amount(valueUsd).div(amount(paid));
  const inCents = (value: Decimal): Decimal => roundToDecimal(amount(value).times(price), CENTS, 'down');
  const feeValues = fees.map(inCents);
  return {
    price: roundToDecimal(price, PRICE_DECIMALS, 'down'),
    total: sum([inCents(received), ...feeValues]),
    fees: feeValues,
    received: inCents(received),
  };
}

/** Returns what is left of the paid amount after its fees. */
export const afterFees = (paid: Decimal, fees: readonly Decimal[]): Decimal => subtract(paid, sum([...fees]));
