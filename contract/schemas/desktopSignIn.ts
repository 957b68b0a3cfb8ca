import Type, { type Static } from 'typebox';
import { closed, Timestamp } from './common.ts';
import { OpaqueToken, ProofSchema, SecondFactorChallenge } from './secondFactor.ts';
import { WithdrawalProofBody } from './withdrawals.ts';

/** The desktop app asks its customer in the browser: authorization code with PKCE (RFC 6749, RFC 7636, RFC 8252). */

/**
 * What a code is for. `signIn`: starts a session of the app. `confirm`: the session that the app has counts as confirmed with a second
 * factor.
 */
export const DesktopPurposeSchema = Type.Enum(['signIn', 'confirm'] as const);
export type DesktopPurpose = Static<typeof DesktopPurposeSchema>;

export const AuthorizeDesktopBody = Type.Object(
  {
    codeChallenge: Type.String({
      pattern: '^[A-Za-z0-9_-]{43}$',
      description: 'SHA-256 of the code verifier, base64url without padding (method S256 of RFC 7636)',
      examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
    }),
    purpose: Type.Optional(DesktopPurposeSchema),
    proof: Type.Optional({
      ...ProofSchema,
      description: 'The answer to a challenge of the app, for a withdrawal of the app. With `purpose` `confirm`',
    }),
  },
  closed,
);
export type AuthorizeDesktopInput = Static<typeof AuthorizeDesktopBody>;

export const ActionBody = Type.Object({ challengeId: OpaqueToken }, closed);
export type ActionInput = Static<typeof ActionBody>;
export const ActionResponse = Type.Object({
  withdrawal: Type.Object(WithdrawalProofBody.properties),
  challenge: SecondFactorChallenge,
});
export type ActionOutput = Static<typeof ActionResponse>;

export const AuthorizeDesktopResponse = Type.Object({ code: OpaqueToken, expiresAt: Timestamp });
export type AuthorizeDesktopOutput = Static<typeof AuthorizeDesktopResponse>;

const redeemedCode = {
  code: OpaqueToken,
  codeVerifier: Type.String({
    pattern: '^[A-Za-z0-9._~-]{43,128}$',
    description: 'The random text whose SHA-256 is the code challenge (RFC 7636)',
    examples: ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'],
  }),
};

export const ExchangeCodeBody = Type.Object(
  {
    ...redeemedCode,
    browserFingerprint: Type.Optional(Type.String({ maxLength: 128, description: 'A risk signal, never an identity (D19)' })),
  },
  closed,
);
export type ExchangeCodeInput = Static<typeof ExchangeCodeBody>;

export const ConfirmByCodeBody = Type.Object(redeemedCode, closed);
export type ConfirmByCodeInput = Static<typeof ConfirmByCodeBody>;
