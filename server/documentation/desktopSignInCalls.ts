import type { CallDescriptions } from './call.ts';
import { WRONG_PROOF } from './secondFactorCalls.ts';
import { FOREIGN_ORIGIN } from './userCalls.ts';

const USELESS_CODE =
  'The code is wrong, used, expired or of another purpose, the verifier does not match its challenge, or the browser has signed out since. The response does not say which.';

/** Descriptions of the calls with which the desktop app signs in and confirms through the browser. */
export const desktopSignInCalls: CallDescriptions<'desktopSignIn'> = {
  'desktopSignIn.action': {
    operationId: 'getActionOfDesktopApp',
    summary: 'Read what the desktop app asks to confirm',
    description:
      'Returns the withdrawal that a challenge of the app’s session permits, and how its customer can answer the challenge in this browser. Send the answer as `proof` of `authorizeDesktopApp`.',
    session: 'CHANGE',
    errors: {
      ERR_NOT_FOUND: {
        when: 'The challenge was used, has expired, or belongs to another customer.',
        message: 'This confirmation has expired or was used. Start again.',
      },
    },
  },
  'desktopSignIn.authorize': {
    operationId: 'authorizeDesktopApp',
    summary: 'Let the desktop app sign in or confirm',
    description:
      'Returns a code for the desktop app of this customer. With `purpose` `signIn`, the default, the app signs in with it. With `confirm`, a session that the app has already takes over the second factor of the browser, or with `proof` the answer to its challenge. The code works once, for 60 seconds, and only together with the verifier of `codeChallenge` (PKCE, RFC 7636). Only the website makes this call: it needs the cookies of a session and our own Origin. Only hosts with the feature `desktop-sign-in` have the calls of this group.',
    session: 'COOKIE',
    errors: {
      ERR_FORBIDDEN: {
        when: 'The session does not use cookies, or the Origin is another site.',
        message: 'Only the website can sign the desktop app in.',
      },
      ERR_SECOND_FACTOR_REQUIRED: {
        when: 'The browser’s session has not proved a second factor in the last five minutes. Customers without a second factor need a proof for `confirm` only. Call `startSecondFactor` and `verifySecondFactor`, then repeat the call.',
        message: 'Confirm that it is you, then repeat the call.',
      },
      ERR_NOT_FOUND: {
        when: 'The challenge of `proof` was used, has expired, had five wrong tries, or belongs to another customer.',
        message: 'This confirmation has expired or was used. Start again.',
      },
      ERR_VALIDATION: WRONG_PROOF,
    },
  },
  'desktopSignIn.exchange': {
    operationId: 'exchangeDesktopCode',
    summary: 'Sign the desktop app in with a code',
    description:
      'Starts a session of its own and returns its tokens, as `authenticate` does with `X-Session-Kind: header`. Every attempt uses the code up. A second attempt with the same code ends the session that the first one started. Don’t repeat the call after a timeout: start a new sign-in.',
    errors: {
      ERR_INVALID_CREDENTIALS: USELESS_CODE,
      ERR_FORBIDDEN: FOREIGN_ORIGIN,
    },
  },
  'desktopSignIn.confirm': {
    operationId: 'confirmByDesktopCode',
    summary: 'Confirm with the browser’s second factor',
    description:
      'Makes the second factor of the app’s session as fresh as that of the browser: until five minutes after its proof. Then repeat the call that answered ERR_SECOND_FACTOR_REQUIRED. If the browser sent a `proof`, the session’s challenge counts as answered instead: create the withdrawal with the `challengeId` alone. Every attempt uses the code up.',
    session: 'READ',
    errors: {
      ERR_INVALID_CREDENTIALS: USELESS_CODE,
      ERR_FORBIDDEN: {
        when: 'The browser is signed in to another account.',
        message: 'The browser is signed in to another account.',
      },
    },
  },
};
