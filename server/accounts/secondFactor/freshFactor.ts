import { FRESH_FACTOR_MS, needsProof, type ProofCall } from '../../../contract/accounts/proofCalls.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Customer } from '../authentication.ts';

type Proven = Pick<Customer, 'secondFactorAt' | 'hasSecondFactor' | 'isEmailConfirmed'>;

/** Returns whether this session proved the second factor, or without one the code of a channel, at most five minutes ago. */
export function isFactorFresh({ secondFactorAt }: Pick<Customer, 'secondFactorAt'>, now: number): boolean {
  return secondFactorAt !== null && now - secondFactorAt <= FRESH_FACTOR_MS;
}

/** Throws ERR_SECOND_FACTOR_REQUIRED if the call needs a fresh proof that this session did not give. */
export function requireProof(customer: Proven, call: ProofCall, now: number): void {
  if (needsProof(customer, call)) requireStepUp(customer, now);
}

/** Throws ERR_SECOND_FACTOR_REQUIRED without a fresh proof: of the second factor, or without one of a channel (D3, D70). */
export function requireStepUp(customer: Pick<Customer, 'secondFactorAt'>, now: number): void {
  if (isFactorFresh(customer, now)) return;
  throw new ApiError('ERR_SECOND_FACTOR_REQUIRED', 'Confirm that it is you, then repeat the call.');
}
