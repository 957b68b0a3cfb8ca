import { ApiError } from '../../contract/errors.ts';
import type { Logger } from '../common/log.ts';
import { ProviderRefusal, ProviderUnavailableError } from '../ports/fiat/fiatProvider.ts';

const NO_ANSWER = 'The card provider does not answer. Try again in a minute.';

/** Returns the error of a customer's call for what the provider threw. The log has the provider's own words. */
export function toApiError(error: unknown, log: Logger): unknown {
  if (error instanceof ProviderUnavailableError) {
    log.warn({ err: error }, 'the card provider does not answer');
    return new ApiError('ERR_SERVICE_UNAVAILABLE', NO_ANSWER);
  }
  if (!(error instanceof ProviderRefusal)) return error;
  switch (error.kind) {
    case 'ALREADY_REGISTERED':
      return new ApiError('ERR_USER_ALREADY_REGISTERED', 'Email already registered');
    case 'UNKNOWN_CUSTOMER':
      return new ApiError('ERR_NOT_FOUND', 'The card provider has no account with your e-mail.');
    case 'VERIFICATION_NEEDED':
      return verificationNeeded();
    default:
      log.warn({ kind: error.kind, reason: error.message }, 'the card provider refuses');
      return new ApiError('ERR_NOT_ACCEPTABLE', 'The card provider refuses this purchase. Nothing was bought.', {
        reason: 'REFUSED_BY_PROVIDER',
      });
  }
}

/** Clients start the verification when they read this message (§8). */
export function verificationNeeded(): ApiError {
  return new ApiError('ERR_NOT_ACCEPTABLE', 'KYC verification needed.', { reason: 'KYC_NEEDED' });
}
