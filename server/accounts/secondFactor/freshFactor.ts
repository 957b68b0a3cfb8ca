import { ApiError } from '../../../contract/errors.ts';
import { FRESH_FACTOR_MS, type Customer } from '../authentication.ts';

/** Returns whether this session proved the second factor, or without one the code of an e-mail, at most five minutes ago. */
export function isFactorFresh({ secondFactorAt }: Pick<Customer, 'secondFactorAt'>, now: number): boolean {
  return secondFactorAt !== null && now - secondFactorAt <= FRESH_FACTOR_MS;
}

/**
 * Throws ERR_SECOND_FACTOR_REQUIRED without a fresh proof. A customer without a second factor must enter a code that is sent by
 * e-mail (D3), unlike with `Authentication.requireFreshFactor`.
 */
export function requireStepUp(customer: Pick<Customer, 'secondFactorAt'>, now: number): void {
  if (isFactorFresh(customer, now)) return;
  throw new ApiError('ERR_SECOND_FACTOR_REQUIRED', 'Confirm that it is you, then repeat the call.');
}
