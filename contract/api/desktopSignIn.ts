import { DEFAULT_TIMEOUT_MS } from '../limits.ts';
import type {
  AuthorizeDesktopInput,
  AuthorizeDesktopOutput,
  ConfirmByCodeInput,
  ExchangeCodeInput,
} from '../schemas/desktopSignIn.ts';
import type { SignInOutput } from '../schemas/users.ts';
import { post } from './route.ts';

export type { DesktopPurpose, ExchangeCodeInput } from '../schemas/desktopSignIn.ts';

const authentication = '/api/v1/users/authentication';

/** Additive calls with which the desktop app signs in and confirms through the browser (RFC 7636, RFC 8252). */
export const desktopSignInRoutes = {
  /** Called by the website in a signed-in browser. */
  'desktopSignIn.authorize': post<AuthorizeDesktopInput, AuthorizeDesktopOutput>(
    `${authentication}/authorize`,
    DEFAULT_TIMEOUT_MS,
  ),
  /** Called by the desktop app. Always starts a header session (D64). */
  'desktopSignIn.exchange': post<ExchangeCodeInput, SignInOutput>(`${authentication}/exchange-code`, DEFAULT_TIMEOUT_MS),
  /** Called by the desktop app in its session, before it repeats a call that requires a fresh second factor (D60). */
  'desktopSignIn.confirm': post<ConfirmByCodeInput, Record<string, never>>(
    `${authentication}/confirm-by-code`,
    DEFAULT_TIMEOUT_MS,
  ),
} as const;
