import type { CallName } from '../../contract/api/index.ts';
import { SESSION_KIND_HEADER, type userRoutes } from '../../contract/api/users.ts';
import { properName, type CallDescription, type CallHeader, type ErrorCase } from './call.ts';

export const sessionKind: CallHeader = {
  name: properName(SESSION_KIND_HEADER),
  description:
    '`header`: the tokens are in the response, and later calls send `Authorization: Bearer …`. Otherwise they are cookies.',
  required: false,
  schema: { type: 'string' },
};

export const SIGNED_OUT: ErrorCase = { when: 'There is no session, or it has ended. Sign in again.', message: 'Sign in first.' };
export const EXPIRED: ErrorCase = {
  when: 'The access token is older than 15 minutes. Call `refreshSession` and repeat the call.',
  message: 'The access token has expired. Refresh it.',
};
export const FOREIGN_ORIGIN: ErrorCase = {
  when: 'The call carries a session cookie, but its Origin is another site.',
  message: 'A call with a session cookie must come from our own site.',
};

export const WRONG_PASSWORDS: ErrorCase = {
  when: 'Too many requests in this minute, or five wrong passwords in a row. After them, each try waits 15 minutes.',
  message: 'Too many wrong passwords. Wait 15 minutes, or restore your password.',
  details: { retryAfterSeconds: 900 },
};

export const EMAIL_FIRST: ErrorCase = {
  when: 'The customer came from the messenger and has added no e-mail, and the call needs one: `details.reason` is EMAIL_MISSING.',
  message: 'Add an e-mail to your account first.',
  details: { reason: 'EMAIL_MISSING' },
};

export const EMAIL_UNCONFIRMED: ErrorCase = {
  when: 'The customer has not confirmed the e-mail: `details.reason` is EMAIL_NOT_CONFIRMED.',
  message: 'This needs a confirmed e-mail. Open the link of our mail, or request it again.',
  details: { reason: 'EMAIL_NOT_CONFIRMED' },
};

export const BOOKS_RESTORED: ErrorCase = {
  when: 'The host was restored from a backup, and the customer has an e-mail but has not restored the password since: `details.reason` is BOOKS_RESTORED.',
  message: 'Our systems were restored from a backup. Restore your password with a code from your mailbox, then sign in.',
  details: { reason: 'BOOKS_RESTORED' },
};

const WITH_PASSWORD: CallDescription['errors'] = {
  ERR_NOT_ACCEPTABLE: EMAIL_FIRST,
  ERR_INVALID_CREDENTIALS: 'The current password is wrong. `details.field` names its field.',
  ERR_SECOND_FACTOR_REQUIRED: {
    when: 'The session has not proved the second factor in the last five minutes. For a new e-mail, a customer without a second factor needs the code of an e-mail, unless the old e-mail was never confirmed.',
    message: 'Confirm that it is you, then repeat the call.',
  },
};

/** Descriptions of the calls for users and their sessions. */
export const userCalls: Record<Extract<keyof typeof userRoutes, CallName>, CallDescription> = {
  'users.create': {
    operationId: 'createUser',
    summary: 'Register a customer',
    description:
      'Creates an account. It does not sign the customer in: call `authenticate` next, which also stores the fingerprint. The password needs at least 8 characters and must not be common.',
    errors: {
      ERR_VALIDATION:
        'A field is missing or malformed; or the e-mail is refused: `details.field` is `email`; or the password is refused: `details.field` is `password`, and `details.code` is TOO_SHORT, TOO_COMMON or SAME_AS_EMAIL.',
      ERR_USER_ALREADY_REGISTERED: 'The e-mail has an account.',
      ERR_NOT_FOUND: 'No customer has this `referrerAffiliateId`. Register without it.',
      ERR_FORBIDDEN: FOREIGN_ORIGIN,
    },
  },
  'users.authenticate': {
    operationId: 'authenticate',
    summary: 'Sign in',
    description:
      'Checks e-mail and password and starts a session. If the customer has a second factor, the response contains `secondFactor` instead of a session.',
    headers: [sessionKind],
    errors: {
      ERR_INVALID_CREDENTIALS: 'The e-mail or the password is wrong. The response does not say which.',
      ERR_NOT_ACCEPTABLE: BOOKS_RESTORED,
      ERR_TOO_MANY_REQUESTS: WRONG_PASSWORDS,
      ERR_FORBIDDEN: FOREIGN_ORIGIN,
    },
  },
  'users.refresh': {
    operationId: 'refreshSession',
    summary: 'Replace the tokens of a session',
    description:
      'Returns new tokens, or sets new cookies. A refresh token works once and for 30 days. Using it again more than 30 seconds later ends the session, because one of both uses was not the customer’s.',
    errors: {
      ERR_UNAUTHORIZED: 'The session has ended, or the refresh token is not its last one. Sign in again.',
      ERR_FORBIDDEN: FOREIGN_ORIGIN,
    },
  },
  'users.logout': {
    operationId: 'logOut',
    summary: 'Sign out',
    description: 'Ends the session, also with an expired access token. Without a session the call has no effect.',
    session: 'OPTIONAL',
  },
  'users.accountData': {
    operationId: 'getAccountData',
    summary: 'Read the signed-in customer',
    description:
      'Returns the customer of the session, its cashback level and the number of its open orders. `provenUntil` is there once the session gave a proof. `permissions` is ADMIN for operators of the exchange.',
    session: 'READ',
  },
  'users.requestPasswordReset': {
    operationId: 'requestPasswordReset',
    summary: 'Send a code that restores a password',
    description:
      'Sends a code of 10 characters that works for 15 minutes. The response does not say whether the e-mail has an account, or whether a mail was sent. Send its `resetRequestId` with the code: then only the tries of this request count.',
    errors: { ERR_FORBIDDEN: FOREIGN_ORIGIN },
  },
  'users.resetPassword': {
    operationId: 'resetPassword',
    summary: 'Set a new password with a code',
    description:
      'Sets the password, confirms the e-mail, and ends all sessions of the customer and a change of the e-mail that is not confirmed yet. API keys are switched off, and the referrer is forgotten if the customer has created no order. Sign-ins that paused after wrong passwords work again. A code works once. A request accepts five tries. Without its `resetRequestId`, five tries per client count.',
    errors: {
      ERR_VALIDATION: 'A field is missing or malformed, or the password is refused: `details.field` is `password`.',
      ERR_INVALID_PASSWORD_RESET_CODE: 'The code is wrong, used or expired, or the e-mail has no account.',
      ERR_FORBIDDEN: FOREIGN_ORIGIN,
    },
  },
  'users.security': {
    operationId: 'getSecurity',
    summary: 'Read how the customer signs in',
    description: 'Returns the e-mail, a new e-mail that awaits its confirmation, and the second factors of the customer.',
    session: 'READ',
  },
  'users.sessions': {
    operationId: 'listSessions',
    summary: 'List the sessions of the customer',
    description: 'Returns the sessions that have not ended, the last used first.',
    session: 'READ',
  },
  'users.revokeSession': {
    operationId: 'revokeSession',
    summary: 'End a session',
    description: 'Ends one session of the customer. Its device has to sign in again.',
    session: 'CHANGE',
    errors: { ERR_NOT_FOUND: 'The customer has no session with this id.' },
  },
  'users.revokeOtherSessions': {
    operationId: 'revokeOtherSessions',
    summary: 'End all other sessions',
    description: 'Ends every session of the customer except the one that makes this call.',
    session: 'CHANGE',
  },
  'users.changePassword': {
    operationId: 'changePassword',
    summary: 'Change the password',
    description:
      'Sets a new password, or the first one of a customer who came from the messenger. Ends the other sessions and a change of the e-mail that is not confirmed yet, and notifies the customer by e-mail.',
    session: 'CHANGE',
    errors: {
      ERR_VALIDATION: 'A field is missing or malformed, or the new password is refused: `details.field` is `password`.',
      ...WITH_PASSWORD,
    },
  },
  'users.changeEmail': {
    operationId: 'changeEmail',
    summary: 'Change the e-mail',
    description:
      'Sends a link to the new e-mail, or to the first one of a customer who came from the messenger, and notifies the old one. The change takes effect when the link is confirmed. The response does not say whether the new e-mail has an account.',
    session: 'CHANGE',
    errors: WITH_PASSWORD,
  },
  'users.requestEmailConfirmation': {
    operationId: 'requestEmailConfirmation',
    summary: 'Send the confirmation link again',
    description: 'Sends a link to the e-mail that is not confirmed yet. A confirmed e-mail gets none.',
    session: 'CHANGE',
  },
  'users.confirmEmail': {
    operationId: 'confirmEmail',
    summary: 'Confirm an e-mail with its link',
    description: 'Confirms the e-mail to which the token was sent, also without a session. A new e-mail replaces the old one.',
    errors: { ERR_NOT_FOUND: 'The link was used, has expired, or a newer one replaced it.', ERR_FORBIDDEN: FOREIGN_ORIGIN },
  },
};
