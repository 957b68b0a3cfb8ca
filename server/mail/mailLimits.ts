import type { Executor } from '../db/database.ts';
import { useAllowance, takeOfClient } from '../db/repositories/allowances.ts';
import { sha256 } from '../common/hashing.ts';

const HOUR_MS = 3_600_000;

/**
 * Counts a mail that a caller can cause, and returns whether the address may receive it: 4 per hour from one client and 20 in all
 * (D20). Without an error: the caller must not learn how many mails an address received. Strangers can't use up what customers ask
 * for in their session, `what` "session-email", or from a network where they have signed in before, "own-email" (D70).
 */
export async function mayWriteTo(
  executor: Executor,
  email: string,
  client: string,
  now: number,
  what: 'email' | 'own-email' | 'session-email' = 'email',
): Promise<boolean> {
  const name = nameOf(what, email);
  // By client first: a stranger must not use up the limit of the address's owner.
  return (
    (await takeOfClient(executor, { name, windowMs: HOUR_MS, most: 4 }, client, now)) &&
    (await useAllowance(executor, { name, windowMs: HOUR_MS, most: 20 }, now))
  );
}

/** The codes of a customer in a session */
export const STEP_UP_CODES = { windowMs: HOUR_MS, most: 10 };

/** Counts a code that a customer asks for in a session, and returns whether it may be sent. */
export async function maySendStepUp(executor: Executor, userId: number, now: number): Promise<boolean> {
  return await useAllowance(executor, { name: `step-up:${userId}`, ...STEP_UP_CODES }, now);
}

/**
 * Counts a notice to an address that nobody has confirmed, and returns whether it may receive it: 10 per hour. Somebody may have
 * registered with another person's address and cause one notice after the other.
 */
export async function mayNotify(executor: Executor, email: string, now: number): Promise<boolean> {
  return await useAllowance(executor, { name: nameOf('notice', email), windowMs: HOUR_MS, most: 10 }, now);
}

const nameOf = (what: string, email: string): string => `${what}:${sha256(email.toLowerCase())}`;
