import { SESSION_KIND_HEADER } from '../../contract/api/users.ts';
import { properName, type CallDescriptions, type CallHeader, type ErrorCase } from './call.ts';

const sessionKind: CallHeader = {
  name: properName(SESSION_KIND_HEADER),
  description:
    '`header`: the tokens are in the response, and later calls send `Authorization: Bearer …`. Otherwise they are cookies.',
  required: false,
  schema: { type: 'string' },
};

export const accessToken: CallHeader = {
  name: 'Authorization',
  description: '`Bearer` and the access token, for a session that does not use cookies.',
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

/** Descriptions of the calls for users and their sessions. */
export const userCalls: CallDescriptions<'users'> = {
  'users.create': {
    operationId: 'createUser',
    summary: 'Register a customer',
    description:
      'Creates an account. It does not sign the customer in: call `authenticate` next. The password needs at least 8 characters and must not be common.',
    errors: {
      ERR_VALIDATION:
        'A field is missing or malformed, or the password is refused: `details.field` is `password`, and `details.code` is TOO_SHORT, TOO_COMMON or SAME_AS_EMAIL.',
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
    headers: [accessToken],
    errors: { ERR_FORBIDDEN: FOREIGN_ORIGIN, ERR_UNAUTHORIZED: SIGNED_OUT },
  },
  'users.accountData': {
    operationId: 'getAccountData',
    summary: 'Read the signed-in customer',
    description: 'Returns the customer of the session. `permissions` is ADMIN for operators of the exchange.',
    headers: [accessToken],
    errors: { ERR_UNAUTHORIZED: SIGNED_OUT, ERR_IM_A_TEAPOT: EXPIRED },
  },
};
