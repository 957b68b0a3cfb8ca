import { createHash } from 'node:crypto';
import type { Executor } from '../db/database.ts';
import { insertOptOut, isOptedOut, refuseCodesUntil } from '../db/repositories/mails/mailOptOuts.ts';
import { endPendingSubscription } from '../db/repositories/mails/mailSubscriptions.ts';
import type { MailSubscriptionRow } from '../db/tables/mail.ts';
import { sha256 } from '../common/hashing.ts';

/** How long an address that opted out receives no codes, and how long the link to opt out works. Milliseconds. */
export const OPT_OUT_MS = 28 * 24 * 3_600_000;
const TOKEN_LENGTH = 22;

/**
 * Returns the token of the "it wasn't me" link in a code's mail. It differs from the token that unsubscribes: an address may
 * receive the notifications of an order and refuse further codes.
 */
export function optOutToken({ token }: Pick<MailSubscriptionRow, 'token'>): string {
  return createHash('sha256').update(`refuse ${token}`).digest('base64url').slice(0, TOKEN_LENGTH);
}

/** Makes the link work even after the unconfirmed subscription is deleted. Stores only a hash of the address. */
export async function offerOptOut(
  executor: Executor,
  subscription: Pick<MailSubscriptionRow, 'id' | 'email' | 'token'>,
  now: number,
): Promise<void> {
  await insertOptOut(executor, {
    token_hash: sha256(optOutToken(subscription)),
    subscription_id: subscription.id,
    email_hash: emailHash(subscription.email),
    expires_at: now + OPT_OUT_MS,
  });
}

/** Refuses codes for every order to the address whose mail had this token. Returns false when the token is unknown. */
export async function optOut(executor: Executor, token: string, now: number): Promise<boolean> {
  const subscriptionId = await refuseCodesUntil(executor, sha256(token), now + OPT_OUT_MS);
  if (subscriptionId === undefined) return false;
  await endPendingSubscription(executor, subscriptionId);
  return true;
}

export async function hasOptedOut(executor: Executor, email: string, now: number): Promise<boolean> {
  return await isOptedOut(executor, emailHash(email), now);
}

const emailHash = (email: string): string => sha256(email.toLowerCase());
