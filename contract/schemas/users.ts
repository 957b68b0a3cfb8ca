import Type, { type Static } from 'typebox';
import { MAX_OPEN_ORDERS } from '../accounts/accountData.ts';
import { OPERATOR_SCOPES } from '../accounts/operatorScopes.ts';
import { LevelName } from './affiliates.ts';
import { closed, Email, nullable, ReferrerId, Timestamp } from './common.ts';
import { DEFAULT_LOCALE, LOCALE_CODES } from '../paths/locales.ts';
import { OpaqueToken, SecondFactorChallenge } from './secondFactor.ts';

/** Users and their sessions (specification §7, Account; D19, D20, D60, D64). */

export const UserId = Type.Integer({ minimum: 1, description: 'The customer’s number (D28)' });
/** The host tells apart passwords that are too short or common, so that each gets its own text. */
const Password = Type.String({ minLength: 1, maxLength: 1_024 });
const Fingerprint = Type.String({ maxLength: 128, description: 'A risk signal, never an identity (D19)' });
const MailLanguage = Type.Enum(LOCALE_CODES, { description: `The language of the e-mails. Default: \`${DEFAULT_LOCALE}\`` });

export const CreateUserBody = Type.Object(
  {
    email: Email,
    password: Password,
    browserFingerprint: Type.Optional(Fingerprint),
    referrerAffiliateId: Type.Optional(ReferrerId),
    locale: Type.Optional(MailLanguage),
  },
  closed,
);
export type CreateUserInput = Static<typeof CreateUserBody>;
export const CreateUserResponse = Type.Object({ userId: UserId });
export type CreateUserOutput = Static<typeof CreateUserResponse>;

export const AuthenticateBody = Type.Object(
  { email: Email, password: Password, browserFingerprint: Type.Optional(Fingerprint) },
  closed,
);
export type AuthenticateInput = Static<typeof AuthenticateBody>;

/** The tokens of a header session (D64). Cookie sessions never get them in a body. */
export const SessionTokens = Type.Object({
  accessToken: OpaqueToken,
  refreshToken: OpaqueToken,
  accessTokenExpiresAt: Timestamp,
  refreshTokenExpiresAt: Timestamp,
});

/** `userId` when the customer is signed in; `secondFactor` when a second factor is still missing. */
export const SignInResponse = Type.Object({
  userId: Type.Optional(UserId),
  tokens: Type.Optional(SessionTokens),
  secondFactor: Type.Optional(SecondFactorChallenge),
});
export type SignInOutput = Static<typeof SignInResponse>;

export const RefreshBody = Type.Object(
  {
    browserFingerprint: Type.Optional(Fingerprint),
    refreshToken: Type.Optional({ ...OpaqueToken, description: 'Header sessions only' }),
  },
  closed,
);
export type RefreshInput = Static<typeof RefreshBody>;
export const RefreshResponse = Type.Object({ userId: UserId, tokens: Type.Optional(SessionTokens) });
export type RefreshOutput = Static<typeof RefreshResponse>;

export const RequestPasswordResetBody = Type.Object({ email: Email }, closed);
export type RequestPasswordResetInput = Static<typeof RequestPasswordResetBody>;
export const RequestPasswordResetResponse = Type.Object({
  resetRequestId: Type.Optional({ ...OpaqueToken, description: 'Send it with the code: then nobody else can use up its tries' }),
});
export type RequestPasswordResetOutput = Static<typeof RequestPasswordResetResponse>;
export const ResetPasswordBody = Type.Object(
  {
    email: Email,
    password: Password,
    resetCode: Type.String({ minLength: 1, maxLength: 32 }),
    resetRequestId: Type.Optional({ ...OpaqueToken, description: 'What the request for the code returned' }),
  },
  closed,
);
export type ResetPasswordInput = Static<typeof ResetPasswordBody>;

export const AccountDataResponse = Type.Object({
  userId: UserId,
  email: nullable({ ...Email, description: 'null: the customer came from the messenger and has added none (D74)' }),
  permissions: Type.Enum(['CUSTOMER', 'ADMIN'] as const),
  adminPermissionsScope: Type.Object({ scopes: Type.Array(Type.Enum(OPERATOR_SCOPES)) }),
  isEmailConfirmed: Type.Boolean(),
  hasSecondFactor: Type.Boolean(),
  provenUntil: Type.Optional({
    ...Timestamp,
    description: 'Until when calls that need a fresh proof take the last one of this session (D60)',
  }),
  createdAt: Timestamp,
  cashbackLevel: Type.Optional(LevelName),
  openOrders: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_OPEN_ORDERS,
      description: `Orders that hold money or can still be paid. ${MAX_OPEN_ORDERS}: at least so many`,
    }),
  ),
});
export type AccountData = Static<typeof AccountDataResponse>;

/** Sign-in facts for the page "Sign-in and security". */
export const SecurityResponse = Type.Object({
  email: nullable(Email),
  isEmailConfirmed: Type.Boolean(),
  /** A new e-mail that is not confirmed yet. */
  pendingEmail: nullable(Email),
  passwordChangedAt: nullable({ ...Timestamp, description: 'null: the account has no password (D74)' }),
  messengerSince: Type.Optional({ ...Timestamp, description: 'When the messenger was linked; absent: it is not' }),
  totpSince: nullable(Timestamp),
  recoveryCodesLeft: Type.Integer(),
  passkeys: Type.Array(
    Type.Object({ passkeyId: Type.String(), name: Type.String(), createdAt: Timestamp, lastUsedAt: nullable(Timestamp) }),
  ),
});
export type Security = Static<typeof SecurityResponse>;

export const SessionsResponse = Type.Object({
  sessions: Type.Array(
    Type.Object({
      sessionId: Type.String({ description: 'For `sessions/revoke`; not the id that tokens begin with' }),
      isCurrent: Type.Boolean(),
      /** For example "Chrome" and "macOS"; null if unknown. */
      browser: nullable(Type.String()),
      system: nullable(Type.String()),
      /** Shortened: "84.211.40.x" */
      networkAddress: nullable(Type.String()),
      createdAt: Timestamp,
      lastUsedAt: Timestamp,
      /** The first session of this device and network. */
      isNewDevice: Type.Boolean(),
    }),
  ),
});
export type Sessions = Static<typeof SessionsResponse>;
export const RevokeSessionBody = Type.Object({ sessionId: Type.String({ minLength: 1, maxLength: 64 }) }, closed);
export type RevokeSessionInput = Static<typeof RevokeSessionBody>;

/** An account that has a password needs it. */
const CurrentPassword = Type.Optional({ ...Password, description: 'Not needed if the account has none (D74)' });
export const ChangePasswordBody = Type.Object({ currentPassword: CurrentPassword, password: Password }, closed);
export type ChangePasswordInput = Static<typeof ChangePasswordBody>;
export const ChangeEmailBody = Type.Object({ email: Email, password: CurrentPassword }, closed);
export type ChangeEmailInput = Static<typeof ChangeEmailBody>;
export const ConfirmEmailBody = Type.Object({ token: OpaqueToken }, closed);
export type ConfirmEmailInput = Static<typeof ConfirmEmailBody>;
export const ConfirmEmailResponse = Type.Object({ email: Email });
export type ConfirmEmailOutput = Static<typeof ConfirmEmailResponse>;
