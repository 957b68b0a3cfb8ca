import type { CallDescriptions } from './call.ts';
import { EXPIRED, FOREIGN_ORIGIN, SIGNED_OUT } from './userCalls.ts';

/** Descriptions of the calls with which the desktop app signs in through the browser. */
export const desktopSignInCalls: CallDescriptions<'desktopSignIn'> = {
  'desktopSignIn.authorize': {
    operationId: 'authorizeDesktopApp',
    summary: 'Let the desktop app sign in',
    description:
      'Returns a code with which the desktop app signs in as this customer. The code works once, for 60 seconds, and only together with the verifier of `codeChallenge` (PKCE, RFC 7636). Only the website makes this call: it needs the cookies of a session and our own Origin. Only hosts with the feature `desktop-sign-in` have the calls of this group.',
    errors: {
      ERR_FORBIDDEN: {
        when: 'The session does not use cookies, or the Origin is another site.',
        message: 'Only the website can sign the desktop app in.',
      },
      ERR_UNAUTHORIZED: SIGNED_OUT,
      ERR_IM_A_TEAPOT: EXPIRED,
    },
  },
  'desktopSignIn.exchange': {
    operationId: 'exchangeDesktopCode',
    summary: 'Sign the desktop app in with a code',
    description:
      'Starts a session of its own and returns its tokens, as `authenticate` does with `X-Session-Kind: header`. Every attempt uses the code up. A second attempt with the same code ends the session that the first one started. Don’t repeat the call after a timeout: start a new sign-in.',
    errors: {
      ERR_INVALID_CREDENTIALS:
        'The code is wrong, used or expired, the verifier does not match its challenge, or the browser has signed out since. The response does not say which.',
      ERR_FORBIDDEN: FOREIGN_ORIGIN,
    },
  },
};
