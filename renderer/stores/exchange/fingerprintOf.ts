import type { Platform } from '../../../contract/platform.ts';

/** An order never waits longer than this for a risk signal, and never fails for want of one. */
const PATIENCE_MS = 1_500;

/** The payload's `browserFingerprint` (§3), where the platform can tell one in time. */
export async function fingerprintOf({ fingerprint }: Pick<Platform, 'fingerprint'>): Promise<{ browserFingerprint?: string }> {
  if (!fingerprint) return {};
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  const mark = await Promise.race([fingerprint().catch(() => null), late]);
  return mark === null ? {} : { browserFingerprint: mark };
}
