import type * as schemas from '../schemas/users.ts';
import { get, post, type None } from './route.ts';

export type * from '../schemas/users.ts';

/** Sign-in calls with this header set to `header` return tokens in the body instead of cookies (D64). */
export const SESSION_KIND_HEADER = 'x-session-kind';

/**
 * The cookies of a browser's session, by the scheme of the site. All are httpOnly. A browser accepts a name with `__Host-` only from the
 * site itself, over TLS and with `Path=/`: no other subdomain can plant one.
 */
export const SESSION_COOKIES = {
  http: { access: 'session', refresh: 'session_refresh' },
  https: { access: '__Host-session', refresh: '__Host-refresh' },
} as const;

const users = '/api/v1/users';

/** The calls of §7 for users, and additive calls for sessions and credentials (D60). */
export const userRoutes = {
  'users.create': post<schemas.CreateUserInput, schemas.CreateUserOutput>(`${users}/local/create`),
  'users.authenticate': post<schemas.AuthenticateInput, schemas.SignInOutput>(`${users}/local/authenticate`),
  'users.refresh': post<schemas.RefreshInput, schemas.RefreshOutput>(`${users}/authentication/refresh`),
  'users.logout': post<None, None>(`${users}/authentication/logout`),
  'users.accountData': get<None, schemas.AccountData>(`${users}/account-data`),
  'users.requestPasswordReset': post<schemas.RequestPasswordResetInput, schemas.RequestPasswordResetOutput>(
    `${users}/local/request-password-reset`,
  ),
  'users.resetPassword': post<schemas.ResetPasswordInput, None>(`${users}/local/reset-password`),
  'users.security': get<None, schemas.Security>(`${users}/security`),
  'users.sessions': get<None, schemas.Sessions>(`${users}/sessions`),
  'users.revokeSession': post<schemas.RevokeSessionInput, None>(`${users}/sessions/revoke`),
  'users.revokeOtherSessions': post<None, None>(`${users}/sessions/revoke-others`),
  'users.changePassword': post<schemas.ChangePasswordInput, None>(`${users}/change-password`),
  'users.changeEmail': post<schemas.ChangeEmailInput, None>(`${users}/change-email`),
  'users.requestEmailConfirmation': post<None, None>(`${users}/request-email-confirmation`),
  'users.confirmEmail': post<schemas.ConfirmEmailInput, schemas.ConfirmEmailOutput>(`${users}/confirm-email`),
} as const;
