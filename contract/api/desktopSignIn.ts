import { DEFAULT_TIMEOUT_MS } from '../limits.ts';
import type { AuthorizeDesktopInput, AuthorizeDesktopOutput, ExchangeCodeInput } from '../schemas/desktopSignIn.ts';
import type { SignInOutput } from '../schemas/users.ts';
import { post } from './route.ts';

export type { ExchangeCodeInput } from '../schemas/desktopSignIn.ts';

const authentication = '/api/v1/users/authentication';

/** Additive calls with which the desktop app signs in through the browser (RFC 7636, RFC 8252). */
export const desktopSignInRoutes = {
  /** Called by the website in a signed-in browser. */
  'desktopSignIn.authorize': post<AuthorizeDesktopInput, AuthorizeDesktopOutput>(
    `${authentication}/authorize`,
    DEFAULT_TIMEOUT_MS,
  ),
  /** Called by the desktop app. Always starts a header session (D64). */
  'desktopSignIn.exchange': post<ExchangeCodeInput, SignInOutput>(`${authentication}/exchange-code`, DEFAULT_TIMEOUT_MS),
} as const;
