import type { ErrorCode } from '../../contract/errors.ts';
import type { CallDescriptions, ErrorCase } from './call.ts';

const NO_ANSWER: ErrorCase = {
  when: 'The provider does not answer. Nothing was bought.',
  message: 'The card provider does not answer. Try again in a minute.',
};
const EMAIL_NEEDED = {
  when: 'The account has no e-mail, or it is not confirmed: `details.reason` is EMAIL_MISSING or EMAIL_NOT_CONFIRMED.',
  message: 'Buying with a card needs a confirmed e-mail. Open the link of our mail, or request it again.',
  details: { reason: 'EMAIL_NOT_CONFIRMED' },
};
const FOREIGN_EMAIL: ErrorCase = {
  when: 'A field is missing or malformed, or the e-mail is not that of the account (`details.field` is `email`).',
  message: 'Use the e-mail of your account.',
  details: { field: 'email', code: 'error_email_foreign' },
};
const NOT_SIGNED_UP: ErrorCase = {
  when: 'The provider has no account with the e-mail: sign up first.',
  message: 'The card provider has no account with your e-mail.',
};
const OF_PROVIDER = { ERR_NOT_ACCEPTABLE: EMAIL_NEEDED, ERR_SERVICE_UNAVAILABLE: NO_ANSWER } satisfies Partial<
  Record<ErrorCode, ErrorCase>
>;

/** Descriptions of the calls for the provider of card purchases. */
export const fiatCalls: CallDescriptions<'fiat'> = {
  'fiat.terms': {
    operationId: 'getCardPurchaseTerms',
    summary: 'Read the terms of card purchases',
    description:
      'Returns the provider, the version of its terms, the currencies with their limits, what can be bought, and, for a signed-in customer, how much of the limit without documents is used.',
    session: 'OPTIONAL',
    errors: { ERR_SERVICE_UNAVAILABLE: NO_ANSWER },
  },
  'fiat.signUp': {
    operationId: 'signUpWithProvider',
    summary: 'Register the customer with the card provider',
    description:
      'Registers the confirmed e-mail of the account with the provider. `accept` must be true: the time and the version of the terms are stored.',
    session: 'CHANGE',
    errors: {
      ...OF_PROVIDER,
      ERR_VALIDATION: FOREIGN_EMAIL,
      ERR_USER_ALREADY_REGISTERED: {
        when: 'The provider knows the e-mail. Sign in with `signInWithProvider`.',
        message: 'Email already registered',
      },
    },
  },
  'fiat.signIn': {
    operationId: 'signInWithProvider',
    summary: 'Sign the customer in with the card provider',
    description:
      'Signs the customer in with the confirmed e-mail of the account. The provider’s token stays on the host; `bearerToken` is a handle without rights.',
    session: 'CHANGE',
    errors: { ...OF_PROVIDER, ERR_VALIDATION: FOREIGN_EMAIL, ERR_NOT_FOUND: NOT_SIGNED_UP },
  },
  'fiat.contacts': {
    operationId: 'getProviderContacts',
    summary: 'Read whether the e-mail is confirmed',
    description: 'Returns whether the e-mail of the account is confirmed. Repeat it every 5 seconds while the customer confirms.',
    session: 'READ',
  },
  'fiat.kycStatus': {
    operationId: 'getProviderKycStatus',
    summary: 'Read the verification at the card provider',
    description:
      'Returns the status of each verification at the provider. A purchase above the limit needs `crypto` to be `complete`. Repeat it every 5 seconds while the customer verifies.',
    session: 'READ',
    errors: { ...OF_PROVIDER, ERR_NOT_FOUND: NOT_SIGNED_UP },
  },
  'fiat.kycAccessToken': {
    operationId: 'getProviderKycAccess',
    summary: 'Start the verification at the card provider',
    description:
      'Returns the access to the provider’s verification, and in `redirectUrl` its page, which returns the customer to `returnPath` of this site.',
    session: 'READ',
    errors: { ...OF_PROVIDER, ERR_NOT_FOUND: NOT_SIGNED_UP },
  },
};
