import Type, { type Static } from 'typebox';
import { closed, nullable, Timestamp } from './common.ts';

/** The second factor: authenticator app, passkeys, recovery codes (D60). */

/** A secret of the host that clients return unchanged. */
export const OpaqueToken = Type.String({ pattern: '^[A-Za-z0-9_.-]{20,512}$' });
const Fingerprint = Type.String({ maxLength: 128, description: 'A risk signal, never an identity (D19)' });

const SecondFactorMethod = Type.Enum(['totp', 'passkey', 'recoveryCode', 'emailCode', 'initData'] as const);

/** The options of a WebAuthn ceremony. Only their numbers are declared (D87). */
const PasskeyOptions = (description: string) =>
  Type.Object(
    {
      timeout: Type.Optional(Type.Integer({ description: 'In ms' })),
      pubKeyCredParams: Type.Optional(Type.Array(Type.Object({ alg: Type.Integer() }, { additionalProperties: true }))),
    },
    { additionalProperties: true, description },
  );

/** Asks for the second factor of a sign-in, or for a fresh one (D60). */
export const SecondFactorChallenge = Type.Object({
  challengeId: OpaqueToken,
  expiresAt: Timestamp,
  methods: Type.Array(SecondFactorMethod),
  passkeyOptions: nullable(
    PasskeyOptions('PublicKeyCredentialRequestOptionsJSON (WebAuthn); null without a passkey of this host name'),
  ),
});
export type SecondFactorChallengeOutput = Static<typeof SecondFactorChallenge>;

const proof = {
  challengeId: OpaqueToken,
  code: Type.Optional(Type.String({ pattern: '^[0-9]{6}$', description: 'From the authenticator app' })),
  recoveryCode: Type.Optional(Type.String({ maxLength: 32 })),
  emailCode: Type.Optional(Type.String({ maxLength: 32 })),
  initData: Type.Optional(
    Type.String({
      maxLength: 4_096,
      description: 'The init data of the mini-app, at most five minutes old: for a customer without an e-mail (D70)',
    }),
  ),
  passkey: Type.Optional(Type.Unknown({ description: 'AuthenticationResponseJSON (WebAuthn)' })),
};
/** A challenge, and exactly one answer to it. */
export const ProofSchema = Type.Object(proof, closed);
export type Proof = Static<typeof ProofSchema>;

/** The challenge is from a sign-in, or from `users.startSecondFactor`. */
export const VerifySecondFactorBody = Type.Object(
  {
    ...proof,
    browserFingerprint: Type.Optional(Fingerprint),
  },
  closed,
);
export type VerifySecondFactorInput = Static<typeof VerifySecondFactorBody>;

export const StartTotpResponse = Type.Object({
  secret: Type.String({ description: 'Base32' }),
  uri: Type.String({ description: 'otpauth://totp/…, for a QR code' }),
});
export type StartTotpOutput = Static<typeof StartTotpResponse>;
export const EnableTotpBody = Type.Object({ code: Type.String({ pattern: '^[0-9]{6}$' }) }, closed);
export type EnableTotpInput = Static<typeof EnableTotpBody>;
/** Ten codes such as "K7PX2-M9Q4T", shown once. Empty if the customer has codes already. */
export const RecoveryCodesResponse = Type.Object({ recoveryCodes: Type.Array(Type.String()) });
export type RecoveryCodes = Static<typeof RecoveryCodesResponse>;
export const PasskeyOptionsResponse = Type.Object({
  challengeId: OpaqueToken,
  options: PasskeyOptions('PublicKeyCredentialCreationOptionsJSON (WebAuthn)'),
});
export type PasskeyOptionsOutput = Static<typeof PasskeyOptionsResponse>;
export const AddPasskeyBody = Type.Object(
  {
    challengeId: OpaqueToken,
    passkey: Type.Unknown({ description: 'RegistrationResponseJSON (WebAuthn)' }),
    name: Type.String({ minLength: 1, maxLength: 60 }),
  },
  closed,
);
export type AddPasskeyInput = Static<typeof AddPasskeyBody>;
export const RemovePasskeyBody = Type.Object({ passkeyId: Type.String({ minLength: 1, maxLength: 1_400 }) }, closed);
export type RemovePasskeyInput = Static<typeof RemovePasskeyBody>;
