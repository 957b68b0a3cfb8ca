import { settleMail, type MailQueue } from '../db/repositories/mails/mailQueue.ts';
import type { OrderContext } from '../orders/core/context.ts';
import { MailRefusedError, type Mail, type Mailer } from '../ports/mail/mailer.ts';
import type { MailLanguages } from './mailLanguage.ts';
import type { MailSealing } from './sealedMailData.ts';

export interface Sending {
  mailer: Mailer;
  brand: string;
  languages: MailLanguages;
  /** Opens the data of account mails. */
  sealing: MailSealing;
  /** Holds the mail's lease */
  owner: string;
}

interface QueuedMail {
  id: string;
  kind: string;
  attempts: number;
  created_at: number;
}

const FIRST_BACKOFF_MS = 10_000;
const MAX_BACKOFF_MS = 3_600_000;
/** A mail that could not be sent for this long is dropped. */
const MAX_AGE_MS = 24 * 3_600_000;

/** Returns how long to wait after a failure that follows `attempts` others. */
export function backoffMs(attempts: number): number {
  return Math.min(FIRST_BACKOFF_MS * 2 ** Math.min(attempts, 20), MAX_BACKOFF_MS);
}

/**
 * Sends a mail that the caller has leased, and records the result. `compose` returns the mail, or null if it is no longer wanted. A
 * mail server that does not answer is tried again with backoff; a rejected mail is not.
 */
export async function deliverMail(
  { database, now, log }: Pick<OrderContext, 'database' | 'now' | 'log'>,
  { mailer, owner }: Sending,
  queue: MailQueue,
  row: QueuedMail,
  compose: () => Promise<Mail | null>,
): Promise<void> {
  const settle = async (result: Parameters<typeof settleMail>[4]) => await settleMail(database, queue, row.id, owner, result);
  try {
    const mail = now() - row.created_at > MAX_AGE_MS ? null : await compose();
    if (mail === null) return await settle({ state: 'DROPPED' });
    await mailer.send(mail);
    await settle({ state: 'SENT', sent_at: now(), reason: null });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown failure';
    const isRefused = error instanceof MailRefusedError;
    // The message may contain the address, so it is stored and not logged (D39).
    const facts = { notificationId: row.id, kind: row.kind, attempts: row.attempts + 1 };
    log.warn(facts, isRefused ? 'The mail server rejected a mail for good' : 'A mail could not be sent and is retried');
    if (isRefused) return await settle({ state: 'FAILED', reason });
    await settle({ attempts: row.attempts + 1, not_before: now() + backoffMs(row.attempts), reason });
  }
}
