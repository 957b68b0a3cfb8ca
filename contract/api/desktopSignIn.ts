import type * as schemas from '../schemas/desktopSignIn.ts';
import type { SignInOutput } from '../schemas/users.ts';
import { post, type None } from './route.ts';

export type { ActionOutput, DesktopPurpose, ExchangeCodeInput } from '../schemas/desktopSignIn.ts';

const authentication = '/api/v1/users/authentication';

/** Additive calls with which the desktop app signs in and confirms through the browser (RFC 7636, RFC 8252). */
export const desktopSignInRoutes = {
  /** What the app asks for. Called by the website in a signed-in browser. */
  'desktopSignIn.action': post<schemas.ActionInput, schemas.ActionOutput>(`${authentication}/action`),
  /** Called by the website in a signed-in browser. */
  'desktopSignIn.authorize': post<schemas.AuthorizeDesktopInput, schemas.AuthorizeDesktopOutput>(`${authentication}/authorize`),
  /** Called by the desktop app. Always starts a header session (D64). */
  'desktopSignIn.exchange': post<schemas.ExchangeCodeInput, SignInOutput>(`${authentication}/exchange-code`),
  /** Called by the desktop app in its session, before it repeats a call that requires a fresh second factor (D60). */
  'desktopSignIn.confirm': post<schemas.ConfirmByCodeInput, None>(`${authentication}/confirm-by-code`),
} as const;
