import {
  FRESH_FACTOR_MS,
  needsConfirmedEmail,
  needsProof,
  takesMessengerProof,
  type ProofCall,
} from '../../../contract/accounts/proofCalls.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Customer } from '../authentication.ts';
import { emailMissing, emailNotConfirmed } from '../emailKey.ts';

type Proven = Pick<Customer, 'email' | 'secondFactorAt' | 'hasSecondFactor'>;

/**
 * Returns whether this session proved the second factor, or without one the code of an e-mail, at most five minutes ago. What a
 * customer without an e-mail proved is only the account of the messenger, which is enough for few calls (D70).
 */
export function isFactorFresh(customer: Proven, now: number): boolean {
  return isFresh(customer, now) && !provesMessengerOnly(customer);
}

/** Throws as {@link requireStepUp} does if the call needs a fresh proof that this session did not give, or a confirmed e-mail (D82). */
export function requireProof(customer: Proven & Pick<Customer, 'isEmailConfirmed'>, call: ProofCall, now: number): void {
  if (needsConfirmedEmail(customer, call)) throw emailNotConfirmed('This');
  if (!needsProof(customer, call)) return;
  if (!takesMessengerProof(call)) requireStepUp(customer, now);
  else if (!isFresh(customer, now)) throw proofRequired();
}

/**
 * Throws ERR_SECOND_FACTOR_REQUIRED without a fresh proof: of the second factor, or without one the code of an e-mail (D3, D70).
 * Throws ERR_NOT_ACCEPTABLE if the customer can give neither (D74).
 */
export function requireStepUp(customer: Proven, now: number): void {
  if (provesMessengerOnly(customer)) throw emailMissing();
  if (!isFresh(customer, now)) throw proofRequired();
}

const isFresh = ({ secondFactorAt }: Proven, now: number): boolean =>
  secondFactorAt !== null && now - secondFactorAt <= FRESH_FACTOR_MS;

const provesMessengerOnly = ({ email, hasSecondFactor }: Proven): boolean => email === null && !hasSecondFactor;

function proofRequired(): ApiError {
  return new ApiError('ERR_SECOND_FACTOR_REQUIRED', 'Confirm that it is you, then repeat the call.');
}
