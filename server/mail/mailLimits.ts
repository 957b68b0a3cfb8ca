import type { Executor } from '../db/database.ts';
import { useAllowance } from '../db/repositories/allowances.ts';
import { sha256 } from '../orders/core/hashing.ts';

const HOUR_MS = 3_600_000;

/**
 * Counts a mail that a caller can cause, and returns whether the address may receive it: 4 per hour from one client and 20 in all
 * (D20). Without an error: the caller must not learn how many mails an address received.
 */
export async function mayWriteTo(executor: Executor, email: string, client: string, now: number): Promise<boolean> {
  const name = `email:${sha256(email.toLowerCase())}`;
  // By client first: a stranger must not use up the limit of the address's owner.
  return (
    (await useAllowance(executor, { name: `${name}:${client}`, windowMs: HOUR_MS, most: 4 }, now)) &&
    (await useAllowance(executor, { name, windowMs: HOUR_MS, most: 20 }, now))
  );
}
