import { fromBaseUnits, type Decimal } from '../../../../contract/money.ts';

/**
 * Returns what a sweep leaves of a token: one base unit. Emptying a balance refunds gas (EIP-3529), and the refunded gas, already
 * paid for by the exact fee, would stay at the address.
 */
export const tokenResidue = (decimals: number): Decimal => fromBaseUnits(1n, decimals);
