import type { Platform } from '../../../contract/platform.ts';

/** Time-out of the fingerprint, in ms. An order never fails without it. */
const TIMEOUT_MS = 1_500;

/** Returns the payload's `browserFingerprint` (§3); empty if the platform does not provide it in time. */
export async function fingerprintOf({ fingerprint }: Pick<Platform, 'fingerprint'>): Promise<{ browserFingerprint?: string }> {
  if (!fingerprint) return {};
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), TIMEOUT_MS));
  const mark = await Promise.race([fingerprint().catch(() => null), late]);
  return mark === null ? {} : { browserFingerprint: mark };
}
