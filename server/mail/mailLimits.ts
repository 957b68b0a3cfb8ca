import type { Executor } from '../db/database.ts';
import { useAllowance, takeOfClient } from '../db/repositories/allowances.ts';
import { sha256 } from '../common/hashing.ts';

const HOUR_MS = 3_600_000;

const TO_ADDRESS_BY_CLIENT = { windowMs: HOUR_MS, most: 4 };
const TO_ADDRESS = { windowMs: HOUR_MS, most: 20 };
/** Mails that one client may cause, to all addresses together (D82) */
const MAILS_OF_CLIENT = { windowMs: HOUR_MS, most: 40 };
/** Links to new addresses that one customer may cause */
const LINKS_OF_CUSTOMER = { windowMs: HOUR_MS, most: 10 };

/**
 * Counts a mail that a client can cause, and returns whether the address may receive it: per hour 4 from one client and 20 in all (D20),
 * and 40 of the client to all addresses (D82). Without an error: the caller must not learn how many mails an address received. Strangers
 * can't use up what customers ask for from a network where they have signed in before, `what` "own-email" (D70).
 */
export async function mayWriteTo(
  executor: Executor,
  email: string,
  client: string,
  now: number,
  what: 'email' | 'own-email' = 'email',
): Promise<boolean> {
  const name = nameOf(what, email);
  // By client first: a stranger must not use up the limit of the address's owner.
  return (
    (await takeOfClient(executor, { name, ...TO_ADDRESS_BY_CLIENT }, client, now)) &&
    (await takeOfClient(executor, { name: `mails:${what}`, ...MAILS_OF_CLIENT }, client, now)) &&
    (await useAllowance(executor, { name, ...TO_ADDRESS }, now))
  );
}

/**
 * As {@link mayWriteTo}, for a link to a new e-mail that a customer names in a session: 4 per hour to one address, 10 in all, and 40 of all
 * customers at one client. As a mailbox gets 20 at most, five customers who all name it use up its hour.
 */
export async function mayConfirm(
  executor: Executor,
  email: string,
  { userId, client }: { userId: number; client: string },
  now: number,
): Promise<boolean> {
  const name = nameOf('session-email', email);
  return (
    (await takeOfClient(executor, { name, ...TO_ADDRESS_BY_CLIENT }, String(userId), now)) &&
    (await useAllowance(executor, { name: `links:${userId}`, ...LINKS_OF_CUSTOMER }, now)) &&
    (await takeOfClient(executor, { name: 'links', ...MAILS_OF_CLIENT }, client, now)) &&
    (await useAllowance(executor, { name, ...TO_ADDRESS }, now))
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
