import { generateSecret, generateURI, verifySync } from 'otplib';

/** A code counts for one step before and after the current one, because clocks of phones differ (RFC 6238, 5.2). */
const TOLERANCE_SECONDS = 30;

/** Returns a new secret of 160 bits as base32. */
export const createTotpSecret = (): string => generateSecret();

/** Returns the address that authenticator apps read from a QR code: "otpauth://totp/Causeway:…". */
export const totpUri = (secret: string, issuer: string, label: string): string => generateURI({ secret, issuer, label });

/**
 * Returns the 30-second step of a six-digit code; null if the code is wrong, or of a step up to `lastStep`: a code works once.
 * `now` is in ms.
 */
export function verifyTotp(secret: string, code: string, { lastStep, now }: { lastStep: number; now: number }): number | null {
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now / 1_000),
    epochTolerance: TOLERANCE_SECONDS,
    ...(lastStep >= 0 && { afterTimeStep: lastStep }),
  });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
