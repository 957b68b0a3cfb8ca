import type { CallDescriptions, ErrorCase } from './call.ts';
import { BOOKS_RESTORED, FOREIGN_ORIGIN, WRONG_PASSWORDS } from './userCalls.ts';

const WRONG_INIT_DATA: ErrorCase = {
  when: 'The init data are not what the messenger signed for this host’s bot, older than an hour, or used too often: `details.reason` is INIT_DATA_WRONG, INIT_DATA_STALE or INIT_DATA_USED.',
  message: 'The messenger did not sign this.',
  details: { reason: 'INIT_DATA_WRONG' },
};

const PROOF_REQUIRED: ErrorCase = {
  when: 'The customer has a second factor, or no password, and proved neither it nor the mailbox in the last five minutes.',
  message: 'Confirm that it is you, then repeat the call.',
};

const WRONG_PASSWORD: ErrorCase = {
  when: 'The password is wrong: `details.field` is `password`. For `linkMessenger` also init data that are not valid, with `details.reason`.',
  message: 'The password is wrong.',
  details: { field: 'password' },
};

/** Descriptions of the calls for customers of the messenger. */
export const messengerCalls: CallDescriptions<'messenger'> = {
  'messenger.authenticate': {
    operationId: 'authenticateByMessenger',
    summary: 'Sign in with an account of the messenger',
    description:
      'Verifies the init data of a mini-app and starts a session whose tokens are in the response. If the customer has a second factor, the response contains `secondFactor` instead: the messenger is a first factor only.',
    errors: {
      ERR_INVALID_CREDENTIALS: WRONG_INIT_DATA,
      ERR_NOT_FOUND: {
        when: 'No customer has this account of the messenger. Create an account, or sign in with e-mail and password and link it.',
        message: 'No customer has this account of the messenger. Create one, or sign in and link it.',
      },
      ERR_NOT_ACCEPTABLE: BOOKS_RESTORED,
      ERR_FORBIDDEN: FOREIGN_ORIGIN,
    },
  },
  'messenger.create': {
    operationId: 'createUserByMessenger',
    summary: 'Register a customer of the messenger',
    description:
      'Creates an account without e-mail and password. It does not sign the customer in: call `authenticateByMessenger` next. The same init data create one account only. A referral code counts only as part of the signed start parameter, for example `home___b64-P3JlZj1hbm5h` for `?ref=anna`.',
    errors: {
      ERR_INVALID_CREDENTIALS: WRONG_INIT_DATA,
      ERR_TOO_MANY_REQUESTS: {
        when: 'This account of the messenger registered five times within an hour. Its network does not count.',
        message: 'Too many accounts were created with this messenger. Try again in an hour.',
      },
      ERR_USER_ALREADY_REGISTERED: {
        when: 'This account of the messenger has an account. Sign in.',
        message: 'This account of the messenger has an account here. Sign in.',
      },
      ERR_FORBIDDEN: FOREIGN_ORIGIN,
    },
  },
  'messenger.link': {
    operationId: 'linkMessenger',
    summary: 'Link an account of the messenger',
    description:
      'Lets an account of the messenger sign this customer in, and notifies the customer by e-mail. Asks for the password, or for a fresh second factor of a customer who has one. An account without an e-mail that the messenger signed in to before is closed if nobody has used it: no order, earnings, API key or second factor. For 24 hours, withdrawals wait. The same init data link once only.',
    session: 'CHANGE',
    errors: {
      ERR_INVALID_CREDENTIALS: WRONG_PASSWORD,
      ERR_SECOND_FACTOR_REQUIRED: PROOF_REQUIRED,
      ERR_TOO_MANY_REQUESTS: WRONG_PASSWORDS,
      ERR_NOT_ACCEPTABLE: {
        when: 'The account of the messenger signs in to another account that was used, this customer has linked another one, or a link of a mail froze the account: `details.reason` is TAKEN, OTHER_LINKED or ACCOUNT_FROZEN.',
        message:
          'This account of the messenger signs in to another account, which was used. Close that account, or unlink it there.',
        details: { reason: 'TAKEN' },
      },
    },
  },
  'messenger.unlink': {
    operationId: 'unlinkMessenger',
    summary: 'Unlink the account of the messenger',
    description:
      'The account of the messenger no longer signs this customer in. Ends all other sessions, and notifies the customer by e-mail.',
    session: 'CHANGE',
    errors: {
      ERR_INVALID_CREDENTIALS: WRONG_PASSWORD,
      ERR_SECOND_FACTOR_REQUIRED: PROOF_REQUIRED,
      ERR_TOO_MANY_REQUESTS: WRONG_PASSWORDS,
      ERR_NOT_FOUND: { when: 'No messenger is linked.', message: 'Your account is not linked to the messenger.' },
      ERR_NOT_ACCEPTABLE: {
        when: 'The account has no password, so the messenger is its only way to sign in.',
        message: 'The messenger is the only way to sign in. Set a password first.',
        details: { reason: 'LAST_SIGN_IN' },
      },
    },
  },
};
