import type { Executor } from '../db/database.ts';
import { writeHostSetting } from '../db/repositories/hostSettings.ts';
import { endAccess } from '../db/repositories/restoredBooks.ts';
import { enterRecoveryEverywhere } from '../recovery/enterRecovery.ts';
import { forgetIndexes } from '../recovery/forgetIndexes.ts';
import { holdWithdrawals } from './holdWithdrawals.ts';
import type { Manifest } from './manifest.ts';

const TOTP_STEP_MS = 30_000;

/** What {@link protectRestored} did. */
export interface Protection {
  networks: string[];
  heldWithdrawals: number;
  depositIndex: number;
}

/**
 * Makes restored books safe to start on, in the transaction that makes them usable (D73): every network and exchange is in RECOVERY, payouts are stopped,
 * nobody has access with what may have been ended since the backup, and new orders get addresses that no forgotten order had. `networks`
 * are the slugs of the configured ones. `at` in ms since 1970.
 */
export async function protectRestored(
  transaction: Executor,
  { manifest, networks, operator, at }: { manifest: Manifest; networks: readonly string[]; operator: string; at: number },
): Promise<Protection> {
  const depositIndex = await forgetIndexes(transaction, { known: manifest.depositIndex, at });
  const all = [...new Set([...networks, ...manifest.networks.map(({ network }) => network)])].toSorted();
  const stopReason = `restored a backup of ${manifest.createdAt}`;
  await enterRecoveryEverywhere(transaction, { networks: all, reason: 'RESTORED', stopReason, setBy: operator, at });
  // An app's clock can be ahead: a code of the next step may have been used.
  await endAccess(transaction, { at, totpStep: Math.floor(at / TOTP_STEP_MS) + 1 });
  const heldWithdrawals = await holdWithdrawals(transaction);
  await writeHostSetting(transaction, 'restored backup', manifest.createdAt);
  return { networks: all, heldWithdrawals, depositIndex };
}
