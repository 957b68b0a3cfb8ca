import type { secondFactorRoutes } from '../../contract/api/secondFactor.ts';
import type { CallDescription, ErrorCase } from './call.ts';
import { BOOKS_RESTORED, FOREIGN_ORIGIN, sessionKind } from './userCalls.ts';

const PROOF_REQUIRED = {
  ERR_FORBIDDEN: FOREIGN_ORIGIN,
  ERR_SECOND_FACTOR_REQUIRED: {
    when: 'The session has not proved a second factor in the last five minutes. Call `startSecondFactor` and `verifySecondFactor`, then repeat the call.',
    message: 'Confirm that it is you, then repeat the call.',
  },
};
const CHALLENGE_OVER: ErrorCase = {
  when: 'The challenge was used, has expired, had five wrong tries, or belongs to another session. Start again.',
  message: 'This confirmation has expired or was used. Start again.',
};
const WRONG_CODE: ErrorCase = {
  when: 'The code is wrong or was used already. `details.field` names it.',
  message: 'This code is wrong, or was used already.',
  details: { field: 'code', code: 'SECOND_FACTOR_VALIDATION_ERROR' },
};
/** Of an answer to a challenge */
export const WRONG_PROOF: ErrorCase = {
  when: 'The answer to the challenge is wrong or was used already. `details.field` names it, `details.triesLeft` says how many tries the challenge has left.',
  message: WRONG_CODE.message,
  details: { ...WRONG_CODE.details, triesLeft: 4 },
};
const NO_PASSKEYS: ErrorCase = {
  when: 'The site has a numeric address or no HTTPS, so browsers allow no passkeys.',
  message: 'Passkeys need a host name and HTTPS, or http://localhost.',
};

/** Descriptions of the calls for authenticator apps, passkeys and recovery codes. */
export const secondFactorCalls: Record<keyof typeof secondFactorRoutes, CallDescription> = {
  'users.startSecondFactor': {
    operationId: 'startSecondFactor',
    summary: 'Start a fresh second factor',
    description:
      'Returns a challenge for the session. A customer without a second factor gets a code by e-mail, which works for 15 minutes. Only hosts with the feature `second-factor` have the calls of this group.',
    session: 'CHANGE',
  },
  'users.verifySecondFactor': {
    operationId: 'verifySecondFactor',
    summary: 'Prove the second factor',
    description:
      'Completes a sign-in, or makes the second factor of the session fresh for five minutes, depending on the challenge. Send exactly one of `code`, `recoveryCode`, `emailCode` and `passkey`. A challenge and a code work once.',
    headers: [sessionKind],
    session: 'OPTIONAL',
    errors: {
      ERR_VALIDATION: WRONG_PROOF,
      ERR_NOT_FOUND: CHALLENGE_OVER,
      ERR_NOT_ACCEPTABLE: BOOKS_RESTORED,
    },
  },
  'users.startPasskeySignIn': {
    operationId: 'startPasskeySignIn',
    summary: 'Start a sign-in with a passkey',
    description: 'Returns a challenge for any passkey of the site. A passkey counts as password and second factor.',
    errors: { ERR_NOT_ACCEPTABLE: NO_PASSKEYS, ERR_FORBIDDEN: FOREIGN_ORIGIN },
  },
  'users.startTotp': {
    operationId: 'startAuthenticatorApp',
    summary: 'Create the secret of an authenticator app',
    description: 'Returns a secret (RFC 6238: SHA-1, six digits, 30 seconds). It works once `enableAuthenticatorApp` got a code.',
    session: 'CHANGE',
    errors: {
      ...PROOF_REQUIRED,
      ERR_NOT_ACCEPTABLE: {
        when: 'An authenticator app is on already.',
        message: 'The two-step code is on already. Turn it off to use another app.',
      },
    },
  },
  'users.enableTotp': {
    operationId: 'enableAuthenticatorApp',
    summary: 'Turn the authenticator app on',
    description: 'Checks a code of the new secret. Returns ten recovery codes if the customer has none.',
    session: 'CHANGE',
    errors: { ERR_VALIDATION: WRONG_CODE, ERR_NOT_FOUND: CHALLENGE_OVER },
  },
  'users.disableTotp': {
    operationId: 'disableAuthenticatorApp',
    summary: 'Turn the authenticator app off',
    description: 'Without a passkey, it also deletes the recovery codes: signing in then takes the password alone.',
    session: 'CHANGE',
    errors: {
      ...PROOF_REQUIRED,
      ERR_NOT_FOUND: { when: 'It is off already.', message: 'The two-step code is off.' },
    },
  },
  'users.renewRecoveryCodes': {
    operationId: 'renewRecoveryCodes',
    summary: 'Replace the recovery codes',
    description: 'Returns ten new codes. The former ones no longer work.',
    session: 'CHANGE',
    errors: {
      ...PROOF_REQUIRED,
      ERR_NOT_ACCEPTABLE: {
        when: 'The customer has no second factor.',
        message: 'Recovery codes need a two-step code or a passkey.',
      },
    },
  },
  'users.startPasskey': {
    operationId: 'startPasskey',
    summary: 'Start adding a passkey',
    description: 'Returns the options for `navigator.credentials.create()`.',
    session: 'CHANGE',
    errors: { ...PROOF_REQUIRED, ERR_NOT_ACCEPTABLE: NO_PASSKEYS },
  },
  'users.addPasskey': {
    operationId: 'addPasskey',
    summary: 'Add a passkey',
    description: 'Stores the passkey that the browser created. Returns ten recovery codes if the customer has none.',
    session: 'CHANGE',
    errors: {
      ERR_NOT_FOUND: CHALLENGE_OVER,
      ERR_VALIDATION: {
        when: 'The response is not of this site and challenge, or the passkey was added before.',
        message: 'This passkey can’t be added here.',
        details: { field: 'passkey' },
      },
    },
  },
  'users.removePasskey': {
    operationId: 'removePasskey',
    summary: 'Remove a passkey',
    description: 'The passkey can no longer sign in. Without another second factor, it also deletes the recovery codes.',
    session: 'CHANGE',
    errors: {
      ...PROOF_REQUIRED,
      ERR_NOT_FOUND: { when: 'The customer has no passkey with this id.', message: 'You have no passkey with this id.' },
    },
  },
};
