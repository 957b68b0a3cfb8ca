import { createHash } from 'node:crypto';
import type { Executor } from '../db/database.ts';
import { findRefused, isRefused, refuseUntil } from '../db/repositories/mailAllowances.ts';
import { endPendingSubscription } from '../db/repositories/mailSubscriptions.ts';
import type { MailSubscriptionRow } from '../db/tables/mail.ts';
import { sha256 } from '../orders/core/hashing.ts';

/** How long no code goes to an address that did not ask for one and said so. Milliseconds. */
export const CODES_REFUSED_MS = 28 * 24 * 3_600_000;
const TOKEN_LENGTH = 22;

/**
 * What the link in a code's mail says: "it was not me". Not the token that ends news: who gets both a code and news of one order
 * answers the one question and not the other.
 */
export function refusalToken({ token }: Pick<MailSubscriptionRow, 'token'>): string {
  return createHash('sha256').update(`refuse ${token}`).digest('base64url').slice(0, TOKEN_LENGTH);
}

/** Lets the link be pressed late: the address itself is forgotten when nobody types its code, and of it only a hash is kept. */
export async function offerRefusal(
  executor: Executor,
  subscription: Pick<MailSubscriptionRow, 'id' | 'email' | 'token'>,
  now: number,
): Promise<void> {
  const about = `${subscription.id}:${hashOf(subscription.email)}`;
  await refuseUntil(executor, offerOf(refusalToken(subscription)), now + CODES_REFUSED_MS, about);
}

/** No codes to the address whose mail had this token in its link. False: none had. */
export async function refuseCodes(executor: Executor, token: string, now: number): Promise<boolean> {
  const about = await findRefused(executor, offerOf(token));
  if (about === undefined) return false;
  const [subscriptionId = '', address = ''] = about.split(':');
  // Whoever turns down a code does not want the next one either, for whatever order a stranger asks.
  await refuseUntil(executor, `refused:${address}`, now + CODES_REFUSED_MS);
  await endPendingSubscription(executor, subscriptionId);
  return true;
}

export async function refusesCodes(executor: Executor, email: string, now: number): Promise<boolean> {
  return await isRefused(executor, `refused:${hashOf(email)}`, now);
}

const offerOf = (token: string): string => `unasked:${sha256(token)}`;
const hashOf = (email: string): string => sha256(email.toLowerCase());
