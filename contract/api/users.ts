import { DEFAULT_TIMEOUT_MS } from '../limits.ts';
import type {
  AccountData,
  AuthenticateInput,
  ChangeEmailInput,
  ChangePasswordInput,
  ConfirmEmailInput,
  ConfirmEmailOutput,
  CreateUserInput,
  CreateUserOutput,
  RefreshInput,
  RefreshOutput,
  RequestPasswordResetInput,
  ResetPasswordInput,
  RevokeSessionInput,
  Security,
  Sessions,
  SignInOutput,
} from '../schemas/users.ts';
import { get, post } from './route.ts';

export type * from '../schemas/users.ts';

/** Sign-in calls with this header set to `header` return tokens in the body instead of cookies (D64). */
export const SESSION_KIND_HEADER = 'x-session-kind';

/** The cookies of a browser's session. Both are httpOnly. The refresh token is sent only to the calls that need it. */
export const SESSION_COOKIE = 'session';
export const REFRESH_COOKIE = 'session_refresh';

type None = Record<string, never>;
const users = '/api/v1/users';

/** The calls of §7 for users, and additive calls for sessions and credentials (D60). */
export const userRoutes = {
  'users.create': post<CreateUserInput, CreateUserOutput>(`${users}/local/create`, DEFAULT_TIMEOUT_MS),
  'users.authenticate': post<AuthenticateInput, SignInOutput>(`${users}/local/authenticate`, DEFAULT_TIMEOUT_MS),
  'users.refresh': post<RefreshInput, RefreshOutput>(`${users}/authentication/refresh`, DEFAULT_TIMEOUT_MS),
  'users.logout': post<None, None>(`${users}/authentication/logout`, DEFAULT_TIMEOUT_MS),
  'users.accountData': get<None, AccountData>(`${users}/account-data`, DEFAULT_TIMEOUT_MS),
  'users.requestPasswordReset': post<RequestPasswordResetInput, None>(
    `${users}/local/request-password-reset`,
    DEFAULT_TIMEOUT_MS,
  ),
  'users.resetPassword': post<ResetPasswordInput, None>(`${users}/local/reset-password`, DEFAULT_TIMEOUT_MS),
  'users.security': get<None, Security>(`${users}/security`, DEFAULT_TIMEOUT_MS),
  'users.sessions': get<None, Sessions>(`${users}/sessions`, DEFAULT_TIMEOUT_MS),
  'users.revokeSession': post<RevokeSessionInput, None>(`${users}/sessions/revoke`, DEFAULT_TIMEOUT_MS),
  'users.revokeOtherSessions': post<None, None>(`${users}/sessions/revoke-others`, DEFAULT_TIMEOUT_MS),
  'users.changePassword': post<ChangePasswordInput, None>(`${users}/change-password`, DEFAULT_TIMEOUT_MS),
  'users.changeEmail': post<ChangeEmailInput, None>(`${users}/change-email`, DEFAULT_TIMEOUT_MS),
  'users.requestEmailConfirmation': post<None, None>(`${users}/request-email-confirmation`, DEFAULT_TIMEOUT_MS),
  'users.confirmEmail': post<ConfirmEmailInput, ConfirmEmailOutput>(`${users}/confirm-email`, DEFAULT_TIMEOUT_MS),
} as const;
